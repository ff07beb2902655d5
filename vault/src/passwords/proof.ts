import { hash } from 'node:crypto';
import type { PasswordProof } from '../vault.ts';

/** Every stored hash has its own salt, so its digest names one setting of one password, and tells nothing of it. */
export const proofOf = (userId: number, storedHash: string): PasswordProof => ({
  userId,
  mark: hash('sha256', storedHash, 'hex'),
});

/**
 * The condition that the password of a row of `vault.passwords` still is the one that was proved.
 * @param userId SQL of the proof's member, like `$1`
 * @param mark SQL of its mark
 */
export const isStillProved = (userId: string, mark: string): string =>
  `user_id = ${userId} and encode(sha256(convert_to(hash, 'UTF8')), 'hex') = ${mark}`;
