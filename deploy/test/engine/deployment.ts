import { execFile, spawn } from 'node:child_process';
import { chownSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { vi } from 'vitest';
import { root } from '../composed.ts';

const run = promisify(execFile);

/** Below the repository, because an engine may see nothing else of this machine; removed at the end. */
const scratch = path.join(root, 'deploy/.check');
const [, nodeImage = ''] =
  /^ARG NODE_IMAGE=(.*)$/m.exec(readFileSync(path.join(root, 'Dockerfile'), 'utf8')) ?? [];

/** Separate names, networks, secrets and backups, and no ports, so that it can run beside another deployment. */
const settings = {
  COMPOSE_PROJECT_NAME: 'pmcw-check',
  PMCW_DOMAIN: 'pmcw.internal',
  PMCW_FRONT: '172.31.79',
  PMCW_SECRETS: path.join(scratch, 'secrets'),
  PMCW_BACKUPS: path.join(scratch, 'backups'),
  NODE_IMAGE: nodeImage,
};
const files = { one: 'docker-compose.yml', three: 'docker-compose.yml:docker-compose.cluster.yml' };
const check = 'deploy/test/engine/compose.yml';

/**
 * As long as the compose files allow a log node to start, which after a crash may take two starts (it shortens its log
 * to the leader's first). Checked seldom, because each check costs as much as a container's own health check.
 */
const untilWell = { timeout: 180_000, interval: 1_000 };

/** Number of log nodes. */
export type Size = keyof typeof files;

const inspected = v.object({
  Name: v.string(),
  State: v.object({
    Status: v.string(),
    Health: v.optional(v.object({ Status: v.string() })),
  }),
  Config: v.object({ User: v.string(), Labels: v.record(v.string(), v.string()) }),
  HostConfig: v.object({
    ReadonlyRootfs: v.boolean(),
    Privileged: v.boolean(),
    CapDrop: v.nullable(v.array(v.string())),
    CapAdd: v.nullable(v.array(v.string())),
    SecurityOpt: v.array(v.string()),
    PidsLimit: v.number(),
    Memory: v.number(),
    NanoCpus: v.number(),
  }),
  NetworkSettings: v.object({ Networks: v.record(v.string(), v.unknown()) }),
});
/** Output of `docker inspect`. */
export type Container = v.InferOutput<typeof inspected>;

export const serviceOf = ({ Config }: Container) => Config.Labels['com.docker.compose.service'] ?? '';

/** Members who talk, in a container: see `visitors.ts`. */
export interface Visitors {
  /** Sends them a command; resolves with their answer. @throws with the error that they report */
  tell(command: string): Promise<unknown>;
  leave(): void;
}

/** The deployment of this repository on the engine that `docker` reaches. */
export class Deployment {
  size: Size = 'one';

  #env(): NodeJS.ProcessEnv {
    return { ...process.env, ...settings, COMPOSE_FILE: `${files[this.size]}:${check}` };
  }

  /** Runs a command of the manual. @throws with its output when it fails */
  async command(program: string, ...args: string[]): Promise<string> {
    try {
      const { stdout } = await run(program, args, { cwd: root, env: this.#env(), maxBuffer: 2 ** 26 });
      return stdout;
    } catch (error) {
      if (!(error instanceof Error && 'stderr' in error)) throw error;
      const { stdout } = v.parse(v.object({ stdout: v.string() }), error);
      throw new Error(
        `${program} ${args.join(' ')}\n${stdout.slice(-4_000)}${String(error.stderr).slice(-4_000)}`,
      );
    }
  }

  docker(...args: string[]): Promise<string> {
    return this.command('docker', ...args);
  }

  compose(...args: string[]): Promise<string> {
    return this.docker('compose', ...args);
  }

  /** Makes secrets and a folder for backups as in the manual, and removes everything of an earlier check. */
  async prepare(): Promise<void> {
    rmSync(scratch, { recursive: true, force: true });
    mkdirSync(settings.PMCW_BACKUPS, { recursive: true, mode: 0o700 });
    chownSync(settings.PMCW_BACKUPS, 1000, 1000);
    await this.command(path.join(root, 'deploy/secrets.sh'), settings.PMCW_SECRETS);
    this.size = 'three';
    await this.compose('--profile', '*', 'down', '--volumes', '--timeout', '1');
    this.size = 'one';
  }

  async remove(): Promise<void> {
    await this.compose('--profile', '*', 'down', '--volumes', '--timeout', '5');
    rmSync(scratch, { recursive: true, force: true });
  }

  /** Running containers, without the visitors'. */
  async containers(): Promise<Container[]> {
    const ids = (await this.compose('ps', '--quiet')).trim().split('\n');
    const all = v.parse(v.array(inspected), JSON.parse(await this.docker('inspect', ...ids)));
    return all.filter((container) => serviceOf(container) !== 'visitors');
  }

  /** Kills a container as a crash would, runs the callback, restarts the container, and waits until it is healthy. */
  async kill({ Name }: Container, meanwhile: () => Promise<unknown>): Promise<void> {
    await this.docker('kill', Name);
    await meanwhile();
    await this.docker('start', Name);
    try {
      await vi.waitFor(async () => {
        const [{ State } = { State: null }] = v.parse(
          v.array(inspected),
          JSON.parse(await this.docker('inspect', Name)),
        );
        if (State?.Health?.Status !== 'healthy') throw new Error(`${Name} is ${State?.Health?.Status}`);
      }, untilWell);
    } catch (cause) {
      throw new Error(`${Name}: ${await this.docker('logs', '--tail', '60', Name)}`, { cause });
    }
  }

  visit(): Visitors {
    const child = spawn('docker', ['compose', 'run', '--rm', '--no-TTY', '--interactive', 'visitors'], {
      cwd: root,
      env: this.#env(),
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    child.on('error', () => undefined);
    child.stdin.on('error', () => undefined);
    const lines = readline.createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    return {
      async tell(command) {
        child.stdin.write(`${command}\n`);
        const { value = '' } = await lines.next();
        if (value === '') throw new Error('The visitors are gone');
        const answer = v.parse(
          v.union([v.object({ done: v.unknown() }), v.object({ failed: v.string() })]),
          JSON.parse(value),
        );
        if ('failed' in answer) throw new Error(`visitors, ${command}: ${answer.failed}`);
        return answer.done;
      },
      leave: () => child.stdin.end(),
    };
  }
}
