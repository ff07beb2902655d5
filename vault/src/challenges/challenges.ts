import { createHmac, hash, randomInt } from 'node:crypto';
import type pg from 'pg';
import { lengthPrefixed } from '../keys/masterKey.ts';
import { seal, unseal } from '../keys/sealing.ts';
import { onlyRow, span } from '../storage/time.ts';
import type { ChallengePurpose, Challenges } from './promises.ts';

const minuteMs = 60 * 1000;

/** `most` is per member, and per session if bound to one. */
const purposes = {
  // Hardware wallets are slow.
  'prove-wallet': { ms: 30 * minuteMs, most: 20 },
  'claim-address': { ms: 30 * minuteMs, most: 20 },
  'register-wallet': { ms: 30 * minuteMs, most: null },
  'add-passkey': { ms: 5 * minuteMs, most: 5 },
  'fresh-proof': { ms: 5 * minuteMs, most: 5 },
  'passkey-sign-in': { ms: 5 * minuteMs, most: null },
  'wallet-sign-in': { ms: 5 * minuteMs, most: null },
  // Time for a second factor.
  openid: { ms: 10 * minuteMs, most: null },
  'openid-sign-up': { ms: 30 * minuteMs, most: null },
} as const satisfies Record<ChallengePurpose, { readonly ms: number; readonly most: number | null }>;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** 131 bits; people see it in texts. */
const nonceLength = 22;
const newNonce = (): string =>
  Array.from({ length: nonceLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('');

const hashOf = (purpose: ChallengePurpose, nonce: string): Buffer =>
  hash('sha256', `${purpose}\n${nonce}`, 'buffer');

export interface KeptChallenges extends Challenges {
  sweep(): Promise<void>;
  forgetAll(userId: number): Promise<void>;
}

/** @param wrapping seals the bound values; independent of the master key */
export function createChallenges(pool: pg.Pool, wrapping: Buffer): KeptChallenges {
  // The nonce is not stored, so that the vault's keys alone open nothing.
  const keyOf = (nonce: string) => createHmac('sha256', wrapping).update(nonce).digest();
  const placeOf = (purpose: ChallengePurpose, userId: number) => lengthPrefixed(purpose, String(userId));

  return {
    async issue(purpose, userId, bound) {
      const { ms, most } = purposes[purpose];
      const nonce = newNonce();
      const plain = Buffer.from(JSON.stringify(bound));
      const sealed = seal(keyOf(nonce), placeOf(purpose, userId), plain).toString('base64');
      const { rows } = await pool.query<{ expiresAt: Date }>(
        `with older as (
           select hash from vault.challenges
            where user_id = $2 and purpose = $3 and session_id is not distinct from $6 and $5::integer is not null
            order by expires_at desc, hash offset coalesce($5::integer - 1, 0)
         ), room as (delete from vault.challenges where hash in (select hash from older)
         ), made as (
           insert into vault.challenges (hash, purpose, user_id, bound, expires_at, session_id)
           values ($1, $3, $2, $4, vault.now() + ${span(ms)}, $6))
         select vault.now() + ${span(ms)} as "expiresAt"`,
        [...[hashOf(purpose, nonce), userId, purpose, JSON.stringify(sealed), most], bound.sessionId ?? null],
      );
      return { nonce, expiresAt: onlyRow(rows).expiresAt };
    },

    async find(purpose, nonce) {
      const { rows } = await pool.query<{ userId: number; sealed: string | null }>(
        `select user_id as "userId", bound #>> '{}' as sealed from vault.challenges
          where hash = $1 and expires_at > vault.now() and jsonb_typeof(bound) = 'string'`,
        [hashOf(purpose, nonce)],
      );
      const [found] = rows;
      if (!found?.sealed) return null;
      const { userId, sealed } = found;
      const plain = unseal(keyOf(nonce), placeOf(purpose, userId), Buffer.from(sealed, 'base64'));
      return { userId, bound: JSON.parse(plain.toString()) };
    },

    async take(purpose, nonce, answer) {
      const { rowCount } = await pool.query(
        `update vault.challenges set taken_by = $2
          where hash = $1 and expires_at > vault.now() and (taken_by is null or taken_by = $2)`,
        [hashOf(purpose, nonce), hash('sha256', answer, 'buffer')],
      );
      return rowCount === 1;
    },

    async spend(purpose, nonce) {
      const { rowCount } = await pool.query(
        'delete from vault.challenges where hash = $1 and expires_at > vault.now()',
        [hashOf(purpose, nonce)],
      );
      return rowCount === 1;
    },

    async sweep() {
      await pool.query('delete from vault.challenges where expires_at <= vault.now()');
    },

    async forgetAll(userId) {
      await pool.query('delete from vault.challenges where user_id = $1', [userId]);
    },
  };
}
