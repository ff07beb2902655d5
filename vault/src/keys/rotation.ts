import type { Logger } from '@pmcw/resilience';
import type pg from 'pg';
import { KeyNotEverywhereError, RotationRunningError } from '../errors.ts';
import { migrate } from '../migrations/index.ts';
import { createPool, inTransaction } from '../storage/pool.ts';
import { readKeyHolders } from './keyHolders.ts';
import { type KeyRing, keyRingOf } from './masterKey.ts';
import { subjectKeyPlace } from './subjectKeys.ts';
import { type MasterKeyRow, rewrapHashingKeys, unlock } from './unlock.ts';
import { unwrap, wrap } from './wrapping.ts';

const batchKeys = 500;

export const rotationLock = 7_241_865_302;

export interface RotationOptions {
  readonly connectionString: string;
  /** 32 bytes. */
  readonly masterKey: Uint8Array;
  readonly previousMasterKey?: Uint8Array | undefined;
  readonly logger: Logger;
  /** The next run continues. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (progress: RotationProgress) => void;
}

export interface RotationProgress {
  readonly done: number;
  readonly total: number;
}

export interface RotationResult {
  readonly keyId: string;
  readonly rewrapped: number;
  /** Members whose keys don't open; left as they were. */
  readonly unreadable: readonly number[];
  /** Whether nothing is under another master key. */
  readonly finished: boolean;
}

interface WrappedRow {
  readonly subject: number;
  readonly master_key_id: string;
  readonly wrapped: Buffer;
}

/**
 * From its commit on, all processes wrap new keys by the new master key. The row lock waits for those that are making a
 * key.
 */
async function begin(client: pg.PoolClient, ring: KeyRing): Promise<void> {
  const { rows } = await client.query<MasterKeyRow>(
    'select key_id, previous_key_id, hashing_keys from vault.master_key for update',
  );
  const [row] = rows;
  if (row === undefined || row.key_id === ring.current.id) return;
  const holders = await readKeyHolders(client);
  const lacking = holders.filter(({ keyIds }) => !keyIds.includes(ring.current.id));
  if (lacking.length > 0) {
    const processes = lacking.reduce((sum, holder) => sum + holder.processes, 0);
    throw new KeyNotEverywhereError(processes, ring.current.id);
  }
  await client.query('update vault.master_key set key_id = $1, previous_key_id = key_id, hashing_keys = $2', [
    ring.current.id,
    row.hashing_keys && rewrapHashingKeys(ring, row.key_id, row.hashing_keys, ring.current.id),
  ]);
}

const undone = 'from vault.subject_keys where wrapped is not null and master_key_id <> $1';

async function rewrap(pool: pg.Pool, ring: KeyRing, batch: readonly WrappedRow[], unreadable: number[]) {
  const readable: { readonly row: WrappedRow; readonly wrapped: Buffer }[] = [];
  for (const row of batch) {
    const from = ring.get(row.master_key_id);
    const place = subjectKeyPlace(row.subject);
    try {
      readable.push({ row, wrapped: wrap(ring.current, place, unwrap(from, place, row.wrapped)) });
    } catch {
      unreadable.push(row.subject);
    }
  }
  const { rowCount } = await pool.query(
    `update vault.subject_keys kept set wrapped = given.wrapped, master_key_id = $1
       from unnest($2::int[], $3::bytea[], $4::bytea[]) as given (subject, before, wrapped)
      where kept.subject = given.subject and kept.wrapped = given.before`,
    [
      ring.current.id,
      readable.map(({ row }) => row.subject),
      readable.map(({ row }) => row.wrapped),
      readable.map(({ wrapped }) => wrapped),
    ],
  );
  return rowCount ?? 0;
}

async function rewrapAll(pool: pg.Pool, ring: KeyRing, { signal, onProgress }: RotationOptions) {
  const counted = await pool.query<{ total: number }>(`select count(*)::int as total ${undone}`, [
    ring.current.id,
  ]);
  const total = counted.rows[0]?.total ?? 0;
  const unreadable: number[] = [];
  let rewrapped = 0;
  let done = 0;
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    signal?.throwIfAborted();
    const { rows } = await pool.query<WrappedRow>(
      `select subject, master_key_id, wrapped ${undone} and subject > $2::bigint order by subject limit $3`,
      [ring.current.id, after, batchKeys],
    );
    const last = rows.at(-1);
    if (last === undefined) return { rewrapped, unreadable };
    rewrapped += await rewrap(pool, ring, rows, unreadable);
    done += rows.length;
    after = last.subject;
    onProgress?.({ done, total });
  }
}

async function finish(pool: pg.Pool, keyId: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update vault.master_key set previous_key_id = null where key_id = $1 and not exists (select ${undone})`,
    [keyId],
  );
  return rowCount === 1;
}

async function rotateLocked(pool: pg.Pool, ring: KeyRing, options: RotationOptions): Promise<RotationResult> {
  await unlock(pool, ring);
  await inTransaction(pool, 'begin', (client) => begin(client, ring));
  const { rewrapped, unreadable } = await rewrapAll(pool, ring, options);
  return { keyId: ring.current.id, rewrapped, unreadable, finished: await finish(pool, ring.current.id) };
}

/**
 * Beside running processes, which must all have both keys. Idempotent; can be stopped and run again.
 * @throws WrongMasterKeyError if the vault is under neither key
 * @throws KeyNotEverywhereError if a process lacks the new key; nothing was done
 * @throws RotationRunningError
 */
export async function rotateMasterKey(options: RotationOptions): Promise<RotationResult> {
  const { connectionString, logger } = options;
  const ring = keyRingOf(options.masterKey, options.previousMasterKey);
  await migrate(connectionString, logger);
  const pool = createPool({
    connectionString,
    applicationName: 'pmcw-vault-rotation',
    connections: 2,
    statementTimeoutMs: 30_000,
    logger,
  });
  try {
    // This connection holds the lock.
    const locking = await pool.connect();
    try {
      const { rows } = await locking.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
        rotationLock,
      ]);
      if (rows[0]?.locked !== true) throw new RotationRunningError();
      return await rotateLocked(pool, ring, options);
    } finally {
      locking.release(true);
    }
  } finally {
    await pool.end();
  }
}
