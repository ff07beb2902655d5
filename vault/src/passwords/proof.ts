import { hash } from 'node:crypto';
import type { PasswordProof } from './promises.ts';

/** Hashes are salted, so the mark identifies one setting of a password. */
export const proofOf = (userId: number, storedHash: string): PasswordProof => ({
  userId,
  mark: hash('sha256', storedHash, 'hex'),
});

/** SQL condition on `vault.passwords`; both parameters are SQL, e.g. `$1`. */
export const isStillProved = (userId: string, mark: string): string =>
  `user_id = ${userId} and encode(sha256(convert_to(hash, 'UTF8')), 'hex') = ${mark}`;
