import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { lengthPrefixed } from './masterKey.ts';

const keyBytes = 32;

/**
 * Keyed hashes of values that must be found again but not read, such as a claimed name. Their keys stay the same
 * as long as the vault does, whatever becomes of the master key: what was hashed can't be hashed again, because
 * nobody has it in the clear.
 */
export interface Hashing {
  hash(purpose: 'claim' | 'sign-in', ...parts: readonly string[]): Buffer;
}

/** Hashing keys of a new vault: one for claims, one for sign-in names. */
export const newHashingKeys = (): Buffer => randomBytes(2 * keyBytes);

/** Hashes with the keys made by `newHashingKeys`. */
export function hashingOf(keys: Buffer): Hashing {
  const byPurpose = { claim: keys.subarray(0, keyBytes), 'sign-in': keys.subarray(keyBytes) };
  return {
    hash: (purpose, ...parts) =>
      createHmac('sha256', byPurpose[purpose])
        .update(lengthPrefixed(...parts))
        .digest(),
  };
}

/** The key by which what is of one kind is sealed: with the hashing keys it outlives every master key, and a backup brings it along. */
export const wrappingOf = (
  keys: Buffer,
  kind: 'push-keys' | 'profile-keys' | 'challenges' | 'reset-links' | 'confirm-links',
): Buffer => Buffer.from(hkdfSync('sha256', keys, Buffer.alloc(0), `pmcw/vault/${kind}`, keyBytes));
