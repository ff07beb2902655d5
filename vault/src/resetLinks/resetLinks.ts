import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type pg from 'pg';
import type { KeptSessions } from '../sessions/sessions.ts';
import { inTransaction } from '../storage/pool.ts';
import type { ResetLinks } from '../vault.ts';

/** Design "HTTP": once, 1 hour. */
const linkMs = 60 * 60 * 1000;

/** Whose it is, then 256 random bits; the member's id only says where to look. */
const tokenPattern = /^([1-9]\d{0,9})-[A-Za-z0-9_-]{43}$/;
const largestId = 2_147_483_647;
const hashOf = (token: string): Buffer => hash('sha256', token, 'buffer');

/** Compared with where there is no link, so that it takes as long. */
const nobodys = randomBytes(32);

/** `ResetLinks` with the sweeper's side. */
export interface KeptResetLinks extends ResetLinks {
  /** Forgets links that have expired. */
  sweep(): Promise<void>;
}

/** Links to reset a password, in `vault.reset_links`; the same promises as `ResetLinks`. */
export function createResetLinks(
  pool: pg.Pool,
  sessions: Pick<KeptSessions, 'endAllWithin'>,
  clock: () => Date,
): KeptResetLinks {
  /** @param lock keeps the row until the end of the transaction, so that one of several comes first */
  async function ownerOf(by: pg.Pool | pg.PoolClient, token: string, lock = ''): Promise<number | null> {
    const userId = Number(tokenPattern.exec(token)?.[1] ?? 0);
    if (userId === 0 || userId > largestId) return null;
    const { rows } = await by.query<{ hash: Buffer }>(
      `select hash from vault.reset_links where user_id = $1 and expires_at > $2 ${lock}`,
      [userId, clock()],
    );
    return timingSafeEqual(hashOf(token), rows[0]?.hash ?? nobodys) ? userId : null;
  }

  return {
    async issue(userId) {
      const token = `${userId}-${randomBytes(32).toString('base64url')}`;
      const expiresAt = new Date(clock().getTime() + linkMs);
      await pool.query(
        `insert into vault.reset_links (user_id, hash, expires_at) values ($1, $2, $3)
         on conflict (user_id) do update set hash = excluded.hash, expires_at = excluded.expires_at`,
        [userId, hashOf(token), expiresAt],
      );
      return { token, expiresAt };
    },

    find: (token) => ownerOf(pool, token),

    async redeem(token, passwordHash) {
      const tellHere = await inTransaction(pool, 'begin', async (client) => {
        const userId = await ownerOf(client, token, 'for update');
        if (userId === null) return null;
        await client.query('delete from vault.reset_links where user_id = $1', [userId]);
        await client.query(
          `insert into vault.passwords (user_id, hash, changed_at) values ($1, $2, $3)
           on conflict (user_id) do update set hash = excluded.hash, changed_at = excluded.changed_at`,
          [userId, passwordHash, clock()],
        );
        return sessions.endAllWithin(client, userId, 'password_changed');
      });
      tellHere?.();
      return tellHere !== null;
    },

    async forget(userId) {
      await pool.query('delete from vault.reset_links where user_id = $1', [userId]);
    },

    async sweep() {
      await pool.query('delete from vault.reset_links where expires_at <= $1', [clock()]);
    },
  };
}
