import type pg from 'pg';
import { type Hashing, hashingOf, newHashingKeys, wrappingOf } from './hashing.ts';
import type { KeyRing } from './masterKey.ts';
import { unwrap, wrap } from './wrapping.ts';

const place = ['hashing-keys'] as const;

/** The one row of `vault.master_key`. */
export interface MasterKeyRow {
  /** Under which new keys are wrapped. */
  readonly key_id: string;
  /** Under which keys may still be wrapped, while a rotation is not finished. */
  readonly previous_key_id: string | null;
  readonly hashing_keys: Buffer | null;
}

/** What only who has the master key knows. */
export interface Unlocked {
  /** Fingerprint of the master key under which new keys are wrapped now. */
  readonly keyId: string;
  readonly hashing: Hashing;
  readonly wrapping: Readonly<
    Record<'push' | 'profiles' | 'challenges' | 'resetLinks' | 'confirmLinks', Buffer>
  >;
}

/** Wraps the hashing keys of a row by another master key of the ring. */
export const rewrapHashingKeys = (
  ring: KeyRing,
  keyId: string,
  hashingKeys: Uint8Array,
  to: string,
): Buffer => wrap(ring.get(to), place, unwrap(ring.get(keyId), place, hashingKeys));

/** Waits for a rotation that is just beginning, so that what is read still holds after its first step. */
async function readRow(pool: pg.Pool): Promise<MasterKeyRow> {
  const { rows } = await pool.query<MasterKeyRow>(
    'select key_id, previous_key_id, hashing_keys from vault.master_key for share',
  );
  if (rows[0] === undefined) throw new Error('The vault lost the row that tells its master key');
  return rows[0];
}

/** A vault from before migration 0003 goes on with the keys it has always hashed with. */
async function keepFirstHashingKeys(pool: pg.Pool, ring: KeyRing, keyId: string): Promise<MasterKeyRow> {
  const key = ring.get(keyId);
  await pool.query(
    'update vault.master_key set hashing_keys = $1 where hashing_keys is null and key_id = $2',
    [wrap(key, place, key.firstHashingKeys), keyId],
  );
  return readRow(pool);
}

/**
 * Opens the vault's own keys; a vault not used yet becomes one under `ring.current`.
 * @throws WrongMasterKeyError when the ring lacks the master key, or the previous one of a rotation not finished
 */
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
