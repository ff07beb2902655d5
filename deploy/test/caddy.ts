import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '@pmcw/testing';
import { vi } from 'vitest';
import { type ProxyClient, proxyClient } from './proxyClient.ts';

export interface Caddy extends ProxyClient {
  log(): string;
  stop(): Promise<void>;
}

/**
 * Runs Caddy on loopback with a Caddyfile and its variables, and waits until it answers.
 * @throws with Caddy's output if it ends or does not answer within a minute
 */
export async function startCaddy(caddyfile: string, variables: Record<string, string>): Promise<Caddy> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pmcw-caddy-'));
  const [plain, secure, admin] = await Promise.all([freePort(), freePort(), freePort()]);
  const child = spawn('caddy', ['run', '--config', caddyfile, '--adapter', 'caddyfile'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      PMCW_CADDY_ADMIN: `127.0.0.1:${admin}`,
      PMCW_HTTP_PORT: String(plain),
      PMCW_HTTPS_PORT: String(secure),
      ...variables,
    },
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      log += chunk.toString();
    });
  }
  const ended = once(child, 'exit');
  // `stop` awaits it, too.
  ended.catch(() => undefined);
  let ca = Buffer.alloc(0);
  const client = proxyClient({ plain, secure }, () => ca);

  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await vi.waitFor(
      async () => {
        if (child.exitCode !== null) throw new Error('Caddy ended');
        ca = await readFile(path.join(folder, 'caddy/pki/authorities/local/root.crt'));
        await client.ask({ path: '/healthz' });
      },
      { timeout: 60_000, interval: 50 },
    );
  } catch (error) {
    await stop();
    throw new Error(`Caddy does not answer. It wrote:\n${log}`, { cause: error });
  }
  return {
    ...client,
    log: () => log,
    stop,
  };
}
