import { spawn } from 'node:child_process';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '@pmcw/testing';
import { type Program, untilUp } from './program.ts';
import { type ProxyClient, proxyClient } from './proxyClient.ts';

export interface Caddy extends ProxyClient, Program {}

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
  let ca = Buffer.alloc(0);
  const client = proxyClient({ plain, secure }, () => ca);
  const isUp = async () => {
    ca = await readFile(path.join(folder, 'caddy/pki/authorities/local/root.crt'));
    await client.ask({ path: '/healthz' });
  };
  return { ...client, ...(await untilUp('Caddy', child, { folder, isUp })) };
}
