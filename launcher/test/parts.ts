import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { afterEach, expect } from 'vitest';
import { root } from '../src/places.ts';

export const workspaces = ['command-service', 'query-service', 'gateway', 'projections', 'notary'] as const;
export type Workspace = (typeof workspaces)[number];

const running = new Set<ChildProcess>();
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
});

/** A part in a process of its own, from the sources. */
export interface Part {
  readonly workspace: Workspace;
  readonly url: string;
  /** What it has printed. */
  output(): string;
  /** Resolves with its exit code. */
  readonly ended: Promise<number | null>;
  /** SIGTERM, unless it is to have no time to finish anything. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** Starts a part; it is killed at the end of the spec at the latest. */
export async function startPart(workspace: Workspace, env: Readonly<Record<string, string>>): Promise<Part> {
  const port = await freePort();
  const script = path.join(root, workspace, 'src', 'main.ts');
  const child = spawn(process.execPath, ['--conditions=source', '--import', 'tsx', script], {
    cwd: root,
    // Nothing of this machine's own settings.
    env: { PATH: process.env.PATH, PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      printed += text;
    });
  }
  const ended = once(child, 'close').then(() => {
    running.delete(child);
    return child.exitCode;
  });
  return {
    workspace,
    url: `http://127.0.0.1:${port}`,
    output: () => printed,
    ended,
    stop(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
  };
}

/** The status of an answer; 0 when there is none. */
export const statusOf = (url: string): Promise<number> =>
  fetch(url).then(
    (response) => response.status,
    () => 0,
  );
/** Resolves when a part is ready. */
export const isReady = (part: Part) =>
  expect
    .poll(() => statusOf(`${part.url}/readyz`), { timeout: 60_000, interval: 100, message: part.workspace })
    .toBe(200);
