import { execFile } from 'node:child_process';
import { access, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

const run = promisify(execFile);
const debianHome = '/usr/lib/postgresql';

/** Thrown if pgbench is not installed; the message says how to get it. */
export class PgbenchMissingError extends Error {
  override readonly name = 'PgbenchMissingError';
  constructor() {
    super('pgbench was not found. On Debian: apt-get install postgresql-contrib');
  }
}

/**
 * Returns the path of pgbench: on the PATH, or the newest of Debian's.
 * @throws PgbenchMissingError
 */
export async function findPgbench(): Promise<string> {
  const versions = await readdir(debianHome).catch(() => []);
  const debian = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => path.join(debianHome, version, 'bin'));
  for (const folder of [...(process.env.PATH ?? '').split(path.delimiter), ...debian]) {
    const file = path.join(folder, 'pgbench');
    const found = await access(file).then(
      () => true,
      () => false,
    );
    if (found) return file;
  }
  throw new PgbenchMissingError();
}

export interface PgbenchRow {
  readonly stream: string;
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
}

/** Creates the table for `singleRowCommits`, with only a key and the texts. */
export async function createSingleRowTable(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create table single_rows (
    position bigint generated always as identity primary key,
    stream text not null, type text not null, data json not null, metadata json not null)`);
  await client.end();
}

/**
 * Transactions per second of clients that each insert and commit one row at a time, in pgbench's fastest mode (prepared
 * statements, the texts as parameters).
 */
export async function singleRowCommits(
  pgbench: string,
  url: string,
  row: PgbenchRow,
  { clients, seconds }: { readonly clients: number; readonly seconds: number },
): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pmcw-pgbench-'));
  const script = path.join(folder, 'insert.sql');
  await writeFile(
    script,
    'insert into single_rows (stream, type, data, metadata) values (:stream, :type, :data, :metadata);\n',
  );
  const { hostname, port, username, password, pathname } = new URL(url);
  const load = ['-n', '-M', 'prepared', '-c', `${clients}`, '-j', '2', '-T', `${seconds}`, '-f', script];
  const texts = Object.entries(row).flatMap(([name, value]) => ['-D', `${name}=${value}`]);
  // The host may be the folder of a Unix socket.
  const server = ['-h', decodeURIComponent(hostname), '-p', port, '-U', username];
  try {
    const { stdout } = await run(pgbench, [...load, ...texts, ...server, pathname.slice(1)], {
      env: { ...process.env, PGPASSWORD: decodeURIComponent(password) },
    });
    const tps = /^tps = ([\d.]+)/m.exec(stdout)?.[1];
    if (tps === undefined) throw new Error(`pgbench said nothing of tps: ${stdout}`);
    return Number(tps);
  } finally {
    await rm(folder, { recursive: true });
  }
}
