import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';

/** The repository's root. */
export const root = path.resolve(import.meta.dirname, '../..');

const mountedSecret = z.union([
  z.string().transform((source) => ({ source, target: source })),
  z
    .object({ source: z.string(), target: z.string().optional() })
    .transform(({ source, target = source }) => ({
      source,
      target,
    })),
]);

/** Older compose says `volume:/path:ro`, newer ones an object. */
const mount = z.union([
  z.string().transform((text) => {
    const [source = '', target = '', mode = 'rw'] = text.split(':');
    return { source, target, read_only: mode === 'ro' };
  }),
  z.object({ source: z.string(), target: z.string(), read_only: z.boolean().default(false) }),
]);

/** Compose 1 says `true` where newer ones leave the object empty. */
const network = z.object({ internal: z.boolean().default(false) });

const service = z.object({
  image: z.string(),
  build: z.object({ target: z.string() }).optional(),
  user: z.string(),
  environment: z.record(z.string(), z.coerce.string()).default({}),
  secrets: z.array(mountedSecret).default([]),
  volumes: z.array(mount).default([]),
  ports: z.array(z.unknown()).default([]),
  networks: z.record(z.string(), z.unknown()),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
  healthcheck: z.object({ test: z.array(z.string()).default([]), disable: z.boolean().default(false) }),
  restart: z.string(),
  stop_grace_period: z.string().transform(secondsOf),
  read_only: z.boolean(),
  cap_drop: z.array(z.string()),
  cap_add: z.array(z.string()).default([]),
  security_opt: z.array(z.string()),
  privileged: z.boolean().default(false),
  pids_limit: z.coerce.number(),
  logging: z.object({ options: z.object({ 'max-size': z.string(), 'max-file': z.string() }) }),
  deploy: z.object({
    replicas: z.number().default(1),
    resources: z.object({ limits: z.object({ cpus: z.coerce.number(), memory: z.coerce.string() }) }),
  }),
});

const configuration = z.object({
  services: z.record(z.string(), service),
  networks: z.record(z.string(), network),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
});

/** What the checks read of one service: that a rule's part is there at all is said by parsing it. */
export type Service = z.infer<typeof service>;
/** What the checks read of everything together. */
export interface Composed extends z.infer<typeof configuration> {
  /** As compose printed it. */
  readonly text: string;
}

/** Seconds of a duration such as `1m30s`. */
function secondsOf(duration: string): number {
  const seconds = { h: 3600, m: 60, s: 1 };
  const parts = [...duration.matchAll(/(\d+)([hms])/g)];
  return parts.reduce((sum, [, count = '', unit = '']) => {
    return sum + Number(count) * (unit === 'h' || unit === 'm' ? seconds[unit] : seconds.s);
  }, 0);
}

/** A folder with secrets as an operator makes them. */
export function makeSecrets(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'pmcw-secrets-'));
  execFileSync(path.join(root, 'deploy/secrets.sh'), [folder]);
  return folder;
}

/**
 * What compose makes of these files: by the plugin of today, or by the command of before, which prints no JSON; the
 * Python that it needs has the parser.
 */
export function compose(files: readonly string[], secrets: string): Composed {
  const options = {
    cwd: root,
    env: { PATH: process.env.PATH, PMCW_SECRETS: secrets },
    encoding: 'utf8',
  } as const;
  const chosen = ['--profile', 'tools', ...files.flatMap((file) => ['-f', file])];
  const hasPlugin = spawnSync('docker', ['compose', 'version']).status === 0;
  const text = hasPlugin
    ? execFileSync('docker', ['compose', ...chosen, 'config', '--format', 'json'], options)
    : execFileSync(
        '/usr/bin/python3',
        ['-c', 'import json, sys, yaml; json.dump(yaml.safe_load(sys.stdin), sys.stdout)'],
        {
          ...options,
          input: execFileSync('docker-compose', [...chosen, 'config'], options),
        },
      );
  return { ...configuration.parse(JSON.parse(text)), text };
}
