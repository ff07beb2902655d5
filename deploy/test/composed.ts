import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';

/** The repository's root. */
export const root = path.resolve(import.meta.dirname, '../..');

const mountedSecret = z
  .object({ source: z.string(), target: z.string().optional() })
  .transform(({ source, target = source }) => ({ source, target }));

const mount = z.object({ source: z.string(), target: z.string(), read_only: z.boolean().default(false) });

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
  healthcheck: z
    .object({ test: z.array(z.string()).default([]), disable: z.boolean().default(false) })
    .optional(),
  restart: z.string(),
  stop_grace_period: z.string().transform(secondsOf),
  read_only: z.boolean(),
  cap_drop: z.array(z.string()),
  cap_add: z.array(z.string()).default([]),
  security_opt: z.array(z.string()),
  privileged: z.boolean().default(false),
  cpus: z.number(),
  mem_limit: z.string(),
  pids_limit: z.number(),
  logging: z.object({ options: z.object({ 'max-size': z.string(), 'max-file': z.string() }) }),
  deploy: z.object({ replicas: z.number() }).default({ replicas: 1 }),
});

const configuration = z.object({
  services: z.record(z.string(), service),
  networks: z.record(z.string(), network),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
});

/** Fields of a service that the checks read; parsing fails if one is missing. */
export type Service = z.infer<typeof service>;
/** Fields of the whole configuration that the checks read. */
export interface Composed extends z.infer<typeof configuration> {
  /** As compose printed it, in JSON. */
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

/** Makes a folder with secrets as an operator does. */
export function makeSecrets(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'pmcw-secrets-'));
  execFileSync(path.join(root, 'deploy/secrets.sh'), [folder]);
  return folder;
}

/** Compose 2, as Docker's plugin or as a separate program. */
const composeCommand =
  spawnSync('docker', ['compose', 'version']).status === 0 ? ['docker', 'compose'] : ['docker-compose'];

/** Returns the configuration that Compose reads from these files. */
export function compose(files: readonly string[], secrets: string): Composed {
  const [program = '', ...first] = composeCommand;
  const chosen = ['--profile', 'tools', ...files.flatMap((file) => ['-f', file])];
  const text = execFileSync(program, [...first, ...chosen, 'config', '--format', 'json'], {
    cwd: root,
    env: { PATH: process.env.PATH, PMCW_SECRETS: secrets },
    encoding: 'utf8',
  });
  return { ...configuration.parse(JSON.parse(text)), text };
}

/** Lists the files that `.dockerignore` lets into an image's build, by Docker's own library; relative to the root. */
export function buildContext(): string[] {
  const script = `
import sys
from docker.utils.build import exclude_paths
patterns = [line.strip() for line in open('.dockerignore') if line.strip() and not line.startswith('#')]
print('\\n'.join(sorted(exclude_paths('.', patterns))))`;
  const listed = execFileSync('/usr/bin/python3', ['-c', script], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  return listed.trim().split('\n');
}
