import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './part.ts';

const root = path.resolve(import.meta.dirname, '..', '..');
const readyTimeoutMs = 600_000;

export const programs = {
  product: 'launcher/dist/programs/product.js',
  commandSide: 'bench/support/commandSide.ts',
  commandService: 'launcher/dist/programs/command-service.js',
  gateway: 'launcher/dist/programs/gateway.js',
  peer: 'bench/support/peer.ts',
  broadcaster: 'bench/support/broadcaster.ts',
  bare: 'bench/support/bare.mjs',
} as const;

/** Of all programs, so that the parts of the product agree. */
export const origin = 'http://localhost:8080';

/** A program in a process of its own; workspaces come from their builds. */
export interface Program {
  readonly port: number;
  readonly pid: number;
  /** From the start of the process to its first answer that it is ready. */
  readonly readyMs: number;
  /** Stops the process where it is, so that it costs the others nothing. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

/** @param spawned called with what ends it, before it is ready */
export async function startProgram(
  script: string,
  settings: Readonly<Record<string, string>>,
  spawned: (stop: () => Promise<void>) => void,
): Promise<Program> {
  const port = await freePort();
  const startedAt = performance.now();
  const loader = script.endsWith('.ts') ? ['--import', 'tsx'] : [];
  const child = spawn(process.execPath, [...loader, path.join(root, script)], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      PUBLIC_URL: origin,
      NODE_ENV: 'production',
      RATE_LIMITS: 'off',
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const stop = async () => {
    child.kill('SIGCONT');
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
  };
  spawned(stop);
  await untilReady(child, script, port);
  return {
    port,
    pid: child.pid ?? 0,
    readyMs: performance.now() - startedAt,
    freeze: () => child.kill('SIGSTOP'),
    thaw: () => child.kill('SIGCONT'),
    stop,
  };
}

async function untilReady(child: ChildProcess, script: string, port: number): Promise<void> {
  const deadline = performance.now() + readyTimeoutMs;
  for (;;) {
    const status = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      (response) => response.status,
      () => 503,
    );
    if (status !== 503) return;
    if (child.exitCode !== null || performance.now() > deadline) throw new Error(`${script} did not start`);
    await delay(10);
  }
}
