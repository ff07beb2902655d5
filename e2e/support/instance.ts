import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@pmcw/testing';
import { startEventStoreDb } from './eventStoreDb.ts';
import type { Engine } from './fleet.ts';
import { answersOk, TestProcess } from './process.ts';

/** A product as `npm start` runs it: its own process, data folder and PostgreSQL. */
export interface Instance {
  readonly url: string;
  readonly adminPassword: string;
  readonly dataDir: string;
  /** Its settings, for command-line tools. */
  readonly env: Readonly<Record<string, string>>;
  /** Starts the process again on the same data, this once with other settings; resolves when `/readyz` is ok. */
  start(settings?: Readonly<Record<string, string>>): Promise<void>;
  /** Ends it: SIGTERM drains, SIGKILL does not. Returns the exit code. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
  /** Ends it and deletes its data. */
  remove(): Promise<void>;
}

interface InstanceOptions {
  readonly isStarted?: boolean;
  /**
   * Whether to start on an empty folder, as on a new machine; otherwise it starts on the data of a first start, in half
   * the time.
   */
  readonly isFirstStart?: boolean;
  /** Settings in addition to the usual ones. */
  readonly settings?: Readonly<Record<string, string>>;
}

/**
 * Makes a product with a fresh data folder, with its log in the embedded PostgreSQL or in its own EventStoreDB, and
 * starts it unless `isStarted` is false.
 */
export async function startInstance(
  engine: Engine,
  { isStarted = true, isFirstStart = engine === 'eventstoredb', settings = {} }: InstanceOptions = {},
): Promise<Instance> {
  const eventStoreDb = engine === 'eventstoredb' ? await startEventStoreDb() : null;
  const dataDir = await mkdtemp(path.join(tmpdir(), 'pmcw-e2e-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const adminPassword = 'correct horse battery';
  const env = {
    PORT: String(port),
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: adminPassword,
    RATE_LIMITS: 'off',
    EVENTSTORE_URL: eventStoreDb?.url ?? '',
    ...settings,
  };
  const product = new TestProcess({
    args: ['launcher/dist/programs/product.js'],
    env,
    says: `PMCW is running at ${url}`,
    isReady: () => answersOk(`${url}/readyz`),
  });
  const instance: Instance = {
    url,
    adminPassword,
    dataDir,
    env,
    start: (more) => product.start(more),
    stop: (signal) => product.stop(signal),
    async remove() {
      await Promise.all([product.stop('SIGKILL'), eventStoreDb?.stop()]);
      await endDatabase(dataDir);
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
  if (isStarted) {
    if (!isFirstStart) await copyFirstStart(dataDir);
    await product.start().catch(async (error: unknown) => {
      await instance.remove();
      throw error;
    });
  }
  return instance;
}

/** Returns a folder with the data of a first start. */
export async function makeFirstStart(): Promise<string> {
  const instance = await startInstance('postgres', { isFirstStart: true });
  await instance.stop();
  return instance.dataDir;
}

let firstStart: Promise<string> | undefined;

/** Made once for all specs of a run (`firstStart.ts`), otherwise once per process. */
function afterFirstStart(): Promise<string> {
  const { FIRST_START: made } = process.env;
  firstStart ??= made === undefined ? makeFirstStart() : Promise.resolve(made);
  return firstStart;
}

/** Not with `fs.cp`, which changes the owner: PostgreSQL's files must belong to the user that it runs as. */
async function copyFirstStart(dataDir: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', `${await afterFirstStart()}/.`, dataDir]);
}

/** A killed launcher leaves its PostgreSQL running. */
async function endDatabase(dataDir: string): Promise<void> {
  const file = path.join(dataDir, 'postgres', 'cluster', 'postmaster.pid');
  const pid = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10);
  try {
    if (pid > 0) process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
