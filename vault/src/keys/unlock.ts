import type pg from 'pg';
import { type Hashing, hashingOf, newHashingKeys, wrappingOf } from './hashing.ts';
import type { KeyRing } from './masterKey.ts';
import { unwrap, wrap } from './wrapping.ts';

const place = ['hashing-keys'] as const;

export interface MasterKeyRow {
  readonly key_id: string;
  readonly previous_key_id: string | null;
  readonly hashing_keys: Buffer | null;
}

export interface Unlocked {
  readonly keyId: string;
  readonly hashing: Hashing;
  readonly wrapping: Readonly<
    Record<'push' | 'profiles' | 'challenges' | 'resetLinks' | 'confirmLinks', Buffer>
  >;
}

export const rewrapHashingKeys = (
  ring: KeyRing,
  keyId: string,
  hashingKeys: Uint8Array,
  to: string,
): Buffer => wrap(ring.get(to), place, unwrap(ring.get(keyId), place, hashingKeys));

async function readRow(pool: pg.Pool): Promise<MasterKeyRow> {
  const { rows } = await pool.query<MasterKeyRow>(
    'select key_id, previous_key_id, hashing_keys from vault.master_key for share',
  );
  if (rows[0] === undefined) throw new Error('The vault lost the row of its master key');
  return rows[0];
}

/** Of a vault from before migration 0003. */
async function keepFirstHashingKeys(pool: pg.Pool, ring: KeyRing, keyId: string): Promise<MasterKeyRow> {
  const key = ring.get(keyId);
  await pool.query(
    'update vault.master_key set hashing_keys = $1 where hashing_keys is null and key_id = $2',
    [wrap(key, place, key.firstHashingKeys), keyId],
  );
  return readRow(pool);
}

/** A new vault is put under `ring.current`. @throws WrongMasterKeyError */
export async function unlock(pool: pg.Pool, ring: KeyRing): Promise<Unlocked> {
  await pool.query(
    'insert into vault.master_key (key_id, hashing_keys) values ($1, $2) on conflict do nothing',
    [ring.current.id, wrap(ring.current, place, newHashingKeys())],
  );
  const found = await readRow(pool);
  const row = found.hashing_keys === null ? await keepFirstHashingKeys(pool, ring, found.key_id) : found;
  if (row.hashing_keys === null) throw new Error('The vault has no hashing keys');
  const key = ring.get(row.key_id);
  if (row.previous_key_id !== null) ring.get(row.previous_key_id);
  const keys = unwrap(key, place, row.hashing_keys);
  const wrapping = {
    push: wrappingOf(keys, 'push-keys'),
    profiles: wrappingOf(keys, 'profile-keys'),
    challenges: wrappingOf(keys, 'challenges'),
    resetLinks: wrappingOf(keys, 'reset-links'),
    confirmLinks: wrappingOf(keys, 'confirm-links'),
  };
  return { keyId: row.key_id, hashing: hashingOf(keys), wrapping };
}
