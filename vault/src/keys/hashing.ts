import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { lengthPrefixed } from './masterKey.ts';

const keyBytes = 32;

/**
 * Keyed hashes of values to find but not read. The keys never change, because hashed values are stored nowhere to be
 * hashed again.
 */
export interface Hashing {
  hash(purpose: 'claim' | 'sign-in', ...parts: readonly string[]): Buffer;
}

/** One for claims, one for sign-in names. */
export const newHashingKeys = (): Buffer => randomBytes(2 * keyBytes);

export function hashingOf(keys: Buffer): Hashing {
  const byPurpose = { claim: keys.subarray(0, keyBytes), 'sign-in': keys.subarray(keyBytes) };
  return {
    hash: (purpose, ...parts) =>
      createHmac('sha256', byPurpose[purpose])
        .update(lengthPrefixed(...parts))
        .digest(),
  };
}

/** Outlives master keys, and is in backups. */
export const wrappingOf = (
  keys: Buffer,
  kind: 'push-keys' | 'profile-keys' | 'challenges' | 'reset-links' | 'confirm-links',
): Buffer => Buffer.from(hkdfSync('sha256', keys, Buffer.alloc(0), `pmcw/vault/${kind}`, keyBytes));
