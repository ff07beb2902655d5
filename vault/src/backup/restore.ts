import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Logger } from '@pmcw/resilience';
import pg from 'pg';
import { BackupDamagedError, BackupTooNewError, VaultNotEmptyError } from '../errors.ts';
import { keyRingOf } from '../keys/masterKey.ts';
import { readMigrations } from '../migrations/done.ts';
import { migrate, migrationNames } from '../migrations/index.ts';
import { createPool, inTransaction } from '../storage/pool.ts';
import type { RowProgress } from './backup.ts';
import { type BackupHeader, type KeptRow, type KeptTable, parseHeader, parseLine } from './format.ts';
import { linesOf } from './lines.ts';
import { isKept, qualified, readTables } from './tables.ts';

/** Per statement; a larger row goes alone. */
const insertRows = 200;
const insertBytes = 1024 * 1024;

export interface RestoreOptions {
  readonly connectionString: string;
  readonly file: string;
  /** The backup's keys, checked now rather than missed later. */
  readonly masterKey: Uint8Array;
  readonly previousMasterKey?: Uint8Array | undefined;
  readonly logger: Logger;
  /** Leaves the vault empty. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (progress: RowProgress) => void;
}

type RestoredDatabase = Pick<RestoreOptions, 'connectionString' | 'logger'>;

const restorePool = ({ connectionString, logger }: RestoredDatabase): pg.Pool =>
  createPool({
    connectionString,
    applicationName: 'pmcw-vault-restore',
    connections: 1,
    statementTimeoutMs: 60_000,
    logger,
  });

async function refuseFull(client: pg.PoolClient, tables: readonly KeptTable[]): Promise<void> {
  for (const { name } of tables) {
    const { rowCount } = await client.query(`select from ${qualified(name)} limit 1`);
    if (rowCount !== 0) throw new VaultNotEmptyError(`rows in ${name}`);
  }
}

/** Called before anything else is restored. @throws VaultNotEmptyError if it has rows */
export async function refuseFullVault(database: RestoredDatabase): Promise<void> {
  const pool = restorePool(database);
  try {
    await inTransaction(pool, 'begin read only', async (client) =>
      refuseFull(client, await readTables(client)),
    );
  } finally {
    await pool.end();
  }
}

/** Later migrations then apply to the restored rows. */
async function prepare(pool: pg.Pool, { migration }: BackupHeader, options: RestoreOptions): Promise<void> {
  const wanted = migrationNames.indexOf(migration) + 1;
  if (wanted === 0) throw new BackupTooNewError(`migration ${migration}`);
  const done = await inTransaction(pool, 'begin read only', async (client) => {
    await refuseFull(client, await readTables(client));
    return (await readMigrations(client)).length;
  });
  if (done > wanted) throw new VaultNotEmptyError(`tables newer than the backup's ${migration}`);
  if (done < wanted) await migrate(options.connectionString, options.logger, wanted - done);
}

/** Returns the database's own table names, because names go into statements. */
function matching(header: BackupHeader, found: readonly KeptTable[]): ReadonlyMap<string, KeptTable> {
  const shape = (tables: readonly KeptTable[]) =>
    JSON.stringify(
      tables.map(({ name, columns }) => [name, columns.map((column) => [column.name, column.type])]),
    );
  const kept = found.filter(isKept);
  if (shape(header.tables) !== shape(kept)) {
    throw new BackupDamagedError(`its tables are not those of migration ${header.migration}`);
  }
  return new Map(kept.map((table) => [table.name, table]));
}

/** Processes that start in between wait or give up. */
async function takeOver(
  client: pg.PoolClient,
  header: BackupHeader,
): Promise<ReadonlyMap<string, KeptTable>> {
  await client.query(
    `set local lock_timeout to '5s'; set local timezone to 'UTC'; set local datestyle to 'ISO, YMD'`,
  );
  const found = await readTables(client);
  const names = found.map(({ name }) => qualified(name));
  await client.query(`lock table ${names.join(', ')} in access exclusive mode`);
  if ((await readMigrations(client)).at(-1) !== header.migration) {
    throw new VaultNotEmptyError('another process is just making it');
  }
  await refuseFull(client, found);
  return matching(header, found);
}

/** Invalid values and violated constraints. */
const isRefusedValue = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '');

async function insert(
  client: pg.PoolClient,
  { name, columns }: KeptTable,
  rows: readonly KeptRow[],
): Promise<void> {
  const values: (Buffer | string | null)[] = [];
  const placeholders = rows.map((row) => {
    if (row.values.length !== columns.length)
      throw new BackupDamagedError(`a row of ${name} has other columns`);
    const cells = columns.map(({ type }, i) => {
      const value = row.values[i] ?? null;
      values.push(value !== null && type === 'bytea' ? Buffer.from(value, 'base64') : value);
      return `$${values.length}::${type}`;
    });
    return `(${cells.join(', ')})`;
  });
  const names = columns.map((column) => pg.escapeIdentifier(column.name));
  const statement = `insert into ${qualified(name)} (${names.join(', ')}) values ${placeholders.join(', ')}`;
  try {
    await client.query(statement, values);
  } catch (error) {
    if (!isRefusedValue(error)) throw error;
    throw new BackupDamagedError(`the database refuses a row of ${name}`, { cause: error });
  }
}

/** @throws BackupDamagedError unless the trailer confirms all lines */
async function load(
  client: pg.PoolClient,
  tables: ReadonlyMap<string, KeptTable>,
  lines: AsyncGenerator<Buffer>,
  digest: Digest,
  onRows: (rows: number) => void,
): Promise<void> {
  let batch: KeptRow[] = [];
  let bytes = 0;
  let rows = 0;
  const flush = async () => {
    const table = tables.get(batch[0]?.table ?? '');
    if (table === undefined)
      throw new BackupDamagedError('a row is of a table that its header does not name');
    await insert(client, table, batch);
    rows += batch.length;
    onRows(rows);
    batch = [];
    bytes = 0;
  };
  for await (const line of lines) {
    const parsed = parseLine(line);
    const isRow = 'table' in parsed;
    const isFull = batch.length === insertRows || bytes + line.length > insertBytes;
    if (batch.length > 0 && (!isRow || isFull || parsed.table !== batch[0]?.table)) await flush();
    if (!isRow) {
      const ended = await lines.next();
      if (!ended.done) throw new BackupDamagedError('it continues after its end');
      if (parsed.rows !== rows)
        throw new BackupDamagedError(`it holds ${rows} rows instead of ${parsed.rows}`);
      if (parsed.sha256 !== digest.hex()) throw new BackupDamagedError('its digest is another one');
      return;
    }
    digest.add(line);
    batch.push(parsed);
    bytes += line.length;
  }
  throw new BackupDamagedError('its end is missing');
}

interface Digest {
  add(line: Buffer): void;
  hex(): string;
}

function createDigest(): Digest {
  const hash = createHash('sha256');
  return { add: (line) => void hash.update(line).update('\n'), hex: () => hash.digest('hex') };
}

async function restoreFrom(source: AsyncIterable<Buffer>, pool: pg.Pool, options: RestoreOptions) {
  const lines = linesOf(source);
  const digest = createDigest();
  const first = await lines.next();
  if (first.done) throw new BackupDamagedError('it is empty');
  const header = parseHeader(first.value);
  digest.add(first.value);
  const ring = keyRingOf(options.masterKey, options.previousMasterKey);
  for (const keyId of header.masterKeys) ring.get(keyId);
  await prepare(pool, header, options);
  const total = header.tables.reduce((sum, table) => sum + table.rows, 0);
  await inTransaction(pool, 'begin', async (client) => {
    const tables = await takeOver(client, header);
    await load(client, tables, lines, digest, (rows) => options.onProgress?.({ rows, total }));
    for (const { name, lastValue, isCalled } of header.sequences) {
      await client.query('select setval($1::regclass, $2, $3)', [qualified(name), lastValue, isCalled]);
    }
    options.signal?.throwIfAborted();
  });
  await migrate(options.connectionString, options.logger);
  return header;
}

const isGzipFault = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('Z_');

/**
 * In one transaction; the vault is empty after an error.
 * @throws BackupDamagedError @throws BackupTooNewError @throws VaultNotEmptyError if the vault has rows
 * @throws WrongMasterKeyError if a master key of the backup is missing
 */
export async function restoreVault(options: RestoreOptions): Promise<BackupHeader> {
  const pool = restorePool(options);
  try {
    return await pipeline(
      createReadStream(options.file),
      createGunzip(),
      (source) => restoreFrom(source, pool, options),
      { signal: options.signal },
    );
  } catch (error) {
    if (isGzipFault(error)) throw new BackupDamagedError('it is cut off or changed', { cause: error });
    throw error;
  } finally {
    await pool.end();
  }
}
