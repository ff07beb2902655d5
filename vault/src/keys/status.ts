import type { Logger } from '@pmcw/resilience';
import type pg from 'pg';
import { NoVaultError } from '../errors.ts';
import { createPool } from '../storage/pool.ts';
import { type KeyHolders, readKeyHolders } from './keyHolders.ts';

export interface KeyStatus {
  /** Null in a vault that was never opened. */
  readonly keyId: string | null;
  readonly previousKeyId: string | null;
  readonly keys: readonly { readonly keyId: string; readonly members: number }[];
  readonly erased: number;
  readonly holders: readonly KeyHolders[];
}

async function hasMasterKeyTable(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ there: boolean }>(
    `select to_regclass('vault.master_key') is not null as there`,
  );
  return rows[0]?.there === true;
}

/** The fingerprint of the key that opens the vault; null if none was opened or restored in this database yet. */
export async function masterKeyIdIn(database: {
  readonly connectionString: string;
  readonly logger: Logger;
}): Promise<string | null> {
  const pool = statusPool(database);
  try {
    if (!(await hasMasterKeyTable(pool))) return null;
    const { rows } = await pool.query<{ key_id: string }>('select key_id from vault.master_key');
    return rows[0]?.key_id ?? null;
  } finally {
    await pool.end();
  }
}

export const statusPool = (database: {
  readonly connectionString: string;
  readonly logger: Logger;
}): pg.Pool =>
  createPool({
    ...database,
    applicationName: 'pmcw-vault-status',
    connections: 1,
    statementTimeoutMs: 30_000,
  });

/** Ids of members whose keys were destroyed, without a key. @throws NoVaultError */
export async function readErased(pool: pg.Pool): Promise<readonly number[]> {
  if (!(await hasMasterKeyTable(pool))) throw new NoVaultError();
  const { rows } = await pool.query<{ subject: number }>(
    'select subject::int as subject from vault.subject_keys where wrapped is null order by 1',
  );
  return rows.map(({ subject }) => subject);
}

/** Works at any migration, without a key. @throws NoVaultError */
export async function readKeyStatus(pool: pg.Pool): Promise<KeyStatus> {
  if (!(await hasMasterKeyTable(pool))) throw new NoVaultError();
  // An old vault lacks the column.
  const { rows: masterKeys } = await pool.query<{ key_id: string; previous_key_id: string | null }>(
    `select key_id, to_jsonb(kept) ->> 'previous_key_id' as previous_key_id from vault.master_key as kept`,
  );
  const { rows: keys } = await pool.query<{ key_id: string | null; members: number }>(
    `select case when wrapped is not null then master_key_id end as key_id, count(*)::int as members
       from vault.subject_keys group by 1 order by 1`,
  );
  return {
    keyId: masterKeys[0]?.key_id ?? null,
    previousKeyId: masterKeys[0]?.previous_key_id ?? null,
    keys: keys.flatMap(({ key_id, members }) => (key_id === null ? [] : [{ keyId: key_id, members }])),
    erased: keys.find(({ key_id }) => key_id === null)?.members ?? 0,
    holders: await readKeyHolders(pool),
  };
}
