import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { lstat, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import type { Logger } from '@pmcw/resilience';
import { ifThere, syncFolder } from '@pmcw/resilience/files';
import pg from 'pg';
import { BackupExistsError, NoVaultError } from '../errors.ts';
import { readMigrations } from '../migrations/done.ts';
import { refuseNewer } from '../migrations/index.ts';
import { createPool, inTransaction } from '../storage/pool.ts';
import {
  type BackupHeader,
  formatName,
  formatVersion,
  type KeptTable,
  type KeptValue,
  lineOf,
} from './format.ts';
import { isKept, qualified, readSequences, readTables } from './tables.ts';

/** Only a single larger row exceeds them. */
const fetchBytes = 1024 * 1024;
const fetchRows = 500;

export interface BackupOptions {
  readonly connectionString: string;
  /** Must not exist; appears only when complete. */
  readonly file: string;
  readonly logger: Logger;
  /** Leaves no file. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (progress: RowProgress) => void;
}

export interface RowProgress {
  readonly rows: number;
  readonly total: number;
}

interface MeasuredTable extends KeptTable {
  readonly rows: number;
  readonly rowsAtATime: number;
}

async function measured(client: pg.PoolClient, table: KeptTable): Promise<MeasuredTable> {
  const sizes = table.columns
    .filter(({ type }) => type === 'bytea')
    .map(({ name }) => `coalesce(octet_length(${pg.escapeIdentifier(name)}), 0)`);
  const { rows } = await client.query<{ rows: number; widest: number }>(
    `select count(*)::int as rows, coalesce(max(${['0', ...sizes].join(' + ')}), 0)::int as widest
       from ${qualified(table.name)}`,
  );
  const { rows: count = 0, widest = 0 } = rows[0] ?? {};
  const fitting = Math.floor(fetchBytes / Math.max(1, widest));
  return { ...table, rows: count, rowsAtATime: Math.max(1, Math.min(fetchRows, fitting)) };
}

/** The table has fewer columns before migration 0003. */
async function readMasterKeys(client: pg.PoolClient): Promise<readonly string[]> {
  const { rows } = await client.query<{ key_id: string }>(
    `select key_id from (select to_jsonb(kept) as kept from vault.master_key as kept) as rows,
       lateral (values (1, kept ->> 'key_id'), (2, kept ->> 'previous_key_id')) as ids (nth, key_id)
      where key_id is not null order by nth`,
  );
  return rows.map(({ key_id }) => key_id);
}

async function readHeader(client: pg.PoolClient, tables: readonly MeasuredTable[]): Promise<BackupHeader> {
  const migrations = await readMigrations(client);
  refuseNewer(migrations);
  const migration = migrations.at(-1);
  if (migration === undefined) throw new NoVaultError();
  // Taken before the snapshot, so that no later erasure looks earlier.
  const { rows: times } = await client.query<{ began: Date }>('select now() as began');
  if (times[0] === undefined) throw new Error('The database does not return the time');
  return {
    format: formatName,
    version: formatVersion,
    createdAt: times[0].began.toISOString(),
    migration,
    masterKeys: await readMasterKeys(client),
    tables: tables.map(({ name, columns, rows }) => ({ name, columns, rows })),
    sequences: await readSequences(client),
  };
}

async function* pagesOf(client: pg.PoolClient, table: MeasuredTable): AsyncGenerator<readonly KeptValue[][]> {
  const columns = table.columns.map(({ name, type }) => {
    const column = pg.escapeIdentifier(name);
    return type === 'bytea' ? `replace(encode(${column}, 'base64'), e'\\n', '')` : `${column}::text`;
  });
  await client.query(
    `declare kept no scroll cursor for select ${columns.join(', ')} from ${qualified(table.name)}`,
  );
  for (;;) {
    const { rows } = await client.query<KeptValue[]>({
      text: `fetch forward ${table.rowsAtATime} from kept`,
      rowMode: 'array',
    });
    if (rows.length === 0) break;
    yield rows;
  }
  await client.query('close kept');
}

async function* linesOfVault(
  client: pg.PoolClient,
  tables: readonly MeasuredTable[],
  header: BackupHeader,
  onProgress: (progress: RowProgress) => void,
): AsyncGenerator<string> {
  const digest = createHash('sha256');
  const total = tables.reduce((sum, table) => sum + table.rows, 0);
  let written = 0;
  const counted = (text: string) => {
    digest.update(text);
    return text;
  };
  yield counted(lineOf(header));
  for (const table of tables) {
    for await (const rows of pagesOf(client, table)) {
      yield counted(rows.map((values) => lineOf([table.name, ...values])).join(''));
      written += rows.length;
      onProgress({ rows: written, total });
    }
  }
  yield lineOf({ rows: written, sha256: digest.digest('hex') });
}

async function refuseExisting(file: string): Promise<void> {
  if ((await ifThere(lstat(file))) !== null) throw new BackupExistsError(file);
}

async function writeTo(
  partial: string,
  client: pg.PoolClient,
  options: BackupOptions,
): Promise<BackupHeader> {
  // Independent of the server's settings.
  await client.query(`set local timezone to 'UTC'; set local datestyle to 'ISO, YMD'`);
  const tables: MeasuredTable[] = [];
  for (const table of (await readTables(client)).filter(isKept)) tables.push(await measured(client, table));
  const header = await readHeader(client, tables);
  const lines = linesOfVault(client, tables, header, options.onProgress ?? (() => undefined));
  const target = createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true });
  // Most bytes are compressed media: only the overhead of base64 can be saved.
  const gzip = createGzip({ level: 1, strategy: constants.Z_HUFFMAN_ONLY });
  await pipeline(lines, gzip, target, { signal: options.signal });
  return header;
}

/**
 * Beside running processes. The file, of mode 0600, gets its name once it is complete and flushed. Leaves out passing
 * data, such as sessions. @throws BackupExistsError @throws NoVaultError
 */
export async function backupVault(options: BackupOptions): Promise<BackupHeader> {
  const { connectionString, file, logger } = options;
  await refuseExisting(file);
  const partial = `${file}.partial-${randomUUID()}`;
  const pool = createPool({
    connectionString,
    applicationName: 'pmcw-vault-backup',
    connections: 1,
    statementTimeoutMs: 60_000,
    logger,
  });
  try {
    const begin = 'begin isolation level repeatable read read only';
    const header = await inTransaction(pool, begin, (client) => writeTo(partial, client, options));
    await rename(partial, file);
    await syncFolder(path.dirname(file));
    return header;
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  } finally {
    await pool.end();
  }
}
