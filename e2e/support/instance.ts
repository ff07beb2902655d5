import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const readyWithinMs = 60_000;

/** A product running as `npm start` runs it: its own process, its own data folder, its own PostgreSQL. */
export interface Instance {
  readonly url: string;
  readonly adminPassword: string;
  /** Everything that the process has printed. */
  output(): string;
  /** Starts the process again on the same data; resolves when `/readyz` says so. */
  start(): Promise<void>;
  /** Ends it: SIGTERM drains, SIGKILL does not. Answers the exit code. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
  /** Ends it and throws its data away. */
  remove(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('No free port');
  return address.port;
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`, { signal: AbortSignal.timeout(1000) }).then(
    (response) => response.ok,
    () => false,
  );
}

/** Starts a product on a fresh data folder. */
export async function startInstance(): Promise<Instance> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'pmcw-e2e-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const adminPassword = 'correct horse battery';
  let printed = '';
  let running: ReturnType<typeof spawn> | null = null;

  const instance: Instance = {
    url,
    adminPassword,
    output: () => printed,
    async start() {
      const child = spawn(process.execPath, [path.join(root, 'launcher/dist/main.js')], {
        env: {
          ...process.env,
          PORT: String(port),
          DATA_DIR: dataDir,
          ADMIN_PASSWORD: adminPassword,
          RATE_LIMITS: 'off',
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      running = child;
      child.stdout.on('data', (text) => {
        printed += text;
      });
      child.stderr.on('data', (text) => {
        printed += text;
      });
      const deadline = Date.now() + readyWithinMs;
      while (!(await isReady(url))) {
        if (child.exitCode !== null || Date.now() > deadline)
          throw new Error(`The instance did not start:\n${printed}`);
        await delay(50);
      }
    },
    async stop(signal = 'SIGTERM') {
      const child = running;
      if (child === null || child.exitCode !== null) return child?.exitCode ?? null;
      const exited = once(child, 'exit');
      child.kill(signal);
      await exited;
      running = null;
      return child.exitCode;
    },
    async remove() {
      // A killed launcher leaves its PostgreSQL behind; starting once more takes it over and ends it properly.
      if (running === null) await instance.start();
      await instance.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  await instance.start();
  return instance;
}
