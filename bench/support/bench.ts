import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startPostgres } from '@pmcw/launcher/postgres';
import { createDatabase } from './database.ts';
import { PgbenchMissingError } from './pgbench.ts';
import { type Program, programs, startProgram } from './program.ts';

/** Means of a benchmark: a PostgreSQL for all contenders, and programs with a database each. */
export interface Bench {
  readonly rounds: number;
  readonly seconds: number;
  readonly masterKey: Buffer;
  readonly postgresUrl: string;
  /**
   * Starts a program on a new database, unless the settings name another.
   * @param label of the database and the data folder
   */
  start(
    name: keyof typeof programs,
    settings?: Readonly<Record<string, string>>,
    label?: string,
  ): Promise<Program>;
  databaseOf(label: string): string;
  /** Runs at the end, last first. */
  closing(close: () => Promise<unknown>): void;
}

/** Runs a benchmark and ends everything that it started. */
export async function bench(
  run: (bench: Bench) => Promise<void>,
  {
    rounds = '1',
    seconds,
    postgresSettings = {},
  }: {
    readonly rounds?: string;
    readonly seconds: string;
    readonly postgresSettings?: Readonly<Record<string, string>>;
  },
): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pmcw-bench-'));
  const closes: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  const closeEach = async () => {
    for (let close = closes.pop(); close !== undefined; close = closes.pop()) await close();
  };
  let closed: Promise<void> | undefined;
  /** At a signal, and when the benchmark fails because of it. */
  const closeAll = () => {
    closed ??= closeEach();
    return closed;
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void closeAll().then(() => process.exit(1)));
  const masterKey = randomBytes(32);
  try {
    const dataDir = path.join(folder, 'postgres');
    const settings = { max_connections: '300', ...postgresSettings };
    const server = await startPostgres({ dataDir, settings });
    closes.push(() => server.stop());
    const databaseOf = (label: string) =>
      Object.assign(new URL(server.url), { pathname: `/bench_${label.toLowerCase()}` }).href;
    await run({
      rounds: Number(rounds),
      seconds: Number(seconds),
      masterKey,
      postgresUrl: server.url,
      databaseOf,
      async start(name, own = {}, label = name) {
        if (own.DATABASE_URL === undefined) await createDatabase(server.url, `bench_${label.toLowerCase()}`);
        const settings = {
          DATABASE_URL: databaseOf(label),
          DATA_DIR: path.join(folder, label),
          VAULT_KEY: masterKey.toString('base64'),
          ADMIN_PASSWORD: randomUUID(),
          ...own,
        };
        return startProgram(programs[name], settings, (stop) => closes.push(stop));
      },
      closing: (close) => closes.push(close),
    });
  } catch (error) {
    console.error(error instanceof PgbenchMissingError ? error.message : error);
    process.exitCode = 1;
  } finally {
    await closeAll();
  }
}
