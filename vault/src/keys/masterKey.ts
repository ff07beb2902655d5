import { createHmac, hkdfSync } from 'node:crypto';
import type pg from 'pg';
import { WrongMasterKeyError } from '../errors.ts';

/** The keys that the master key stands for, one per use; the master key itself is used for nothing else. */
export interface MasterKeys {
  /** Fingerprint, safe to store: tells which master key wrapped a subject key. */
  readonly id: string;
  /** Wraps subject keys. */
  readonly wrapping: Buffer;
  /** Keyed hash of a value that must be found again but not read, such as a claimed name. */
  hash(purpose: 'claim' | 'sign-in', ...parts: readonly string[]): Buffer;
}

const derive = (key: Uint8Array, use: string, length = 32): Buffer =>
  Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `pmcw/vault/${use}`, length));

/** Derives all keys from a master key of 32 bytes. @throws RangeError when it has another length */
export function masterKeysOf(masterKey: Uint8Array): MasterKeys {
  if (masterKey.length !== 32) throw new RangeError('The master key must be 32 bytes');
  const hashing = { claim: derive(masterKey, 'claim'), 'sign-in': derive(masterKey, 'sign-in') };
  return {
    id: derive(masterKey, 'id', 8).toString('hex'),
    wrapping: derive(masterKey, 'wrapping'),
    hash: (purpose, ...parts) =>
      createHmac('sha256', hashing[purpose])
        .update(lengthPrefixed(...parts))
        .digest(),
  };
}

/** Parts one after the other, each behind its length, so that no two lists of parts look the same. */
export function lengthPrefixed(...parts: readonly string[]): Buffer {
  const bytes = Buffer.allocUnsafe(parts.reduce((size, part) => size + 4 + Buffer.byteLength(part), 0));
  let at = 0;
  for (const part of parts) {
    const length = bytes.write(part, at + 4);
    bytes.writeUInt32BE(length, at);
    at += 4 + length;
  }
  return bytes;
}

/**
 * Claims an unused database for this master key.
 * @throws WrongMasterKeyError when it belongs to another
 */
export async function checkMasterKey(pool: pg.Pool, keys: MasterKeys): Promise<void> {
  await pool.query('insert into vault.master_key (key_id) values ($1) on conflict do nothing', [keys.id]);
  const { rows } = await pool.query<{ key_id: string }>('select key_id from vault.master_key');
  if (rows[0]?.key_id !== keys.id) throw new WrongMasterKeyError();
}
