import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const root = path.resolve(import.meta.dirname, '..', '..');
const readyTimeoutMs = 180_000;

/** A part of the product in a process of its own, run from its sources. */
export interface Part {
  readonly url: string;
  stop(): Promise<void>;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no free port');
  return address.port;
}

/** Starts `<workspace>/src/main.ts` and waits until it listens. */
export async function startPart(
  workspace: string,
  port: number,
  settings: Readonly<Record<string, string>>,
): Promise<Part> {
  const script = path.join(root, workspace, 'src', 'main.ts');
  const child = spawn(process.execPath, ['--conditions=source', '--import', 'tsx', script], {
    env: { ...process.env, PORT: String(port), LOG_LEVEL: 'warn', ...settings },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  await untilItListens(child, workspace, url);
  return {
    url,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function untilItListens(child: ChildProcess, name: string, url: string): Promise<void> {
  const deadline = Date.now() + readyTimeoutMs;
  for (;;) {
    const listens = await fetch(`${url}/healthz`).then(
      () => true,
      () => false,
    );
    if (listens) return;
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > deadline)
      throw new Error(`${name} did not start`);
    await delay(100);
  }
}
