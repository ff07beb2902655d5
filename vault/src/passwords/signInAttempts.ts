import type pg from 'pg';
import type { Hashing } from '../keys/hashing.ts';
import type { SignInAttempts } from '../vault.ts';

/** Design "HTTP": 10 wrong passwords in 15 minutes. */
const mostTries = 10;
const windowMs = 15 * 60 * 1000;

/** `SignInAttempts` with the sweeper's side. */
export interface KeptSignInAttempts extends SignInAttempts {
  /** Forgets accounts that nobody tried lately. */
  sweep(): Promise<void>;
}

/** Tries, in `vault.sign_in_attempts`; the same promises as `SignInAttempts`. */
export function createSignInAttempts(pool: pg.Pool, hashing: Hashing, clock: () => Date): KeptSignInAttempts {
  const hashOf = (account: string) => hashing.hash('sign-in', account);

  async function retryAfter(account: string, now: Date): Promise<number> {
    const { rows } = await pool.query<{ oldest: Date | null }>(
      `select min(tried) as oldest from vault.sign_in_attempts, unnest(tried_at) tried
        where account = $1 and tried > $2`,
      [hashOf(account), new Date(now.getTime() - windowMs)],
    );
    const oldest = rows[0]?.oldest ?? null;
    const waitMs = oldest === null ? 0 : oldest.getTime() + windowMs - now.getTime();
    return Math.max(1, Math.ceil(waitMs / 1000));
  }

  return {
    async admit(account) {
      const at = clock();
      const { rowCount } = await pool.query(
        `insert into vault.sign_in_attempts as attempts (account, tried_at) values ($1, array[$2::timestamptz])
         on conflict (account) do update
           set tried_at = array(select tried from unnest(attempts.tried_at) tried where tried > $3) || $2::timestamptz
           where (select count(*) from unnest(attempts.tried_at) tried where tried > $3) < $4`,
        [hashOf(account), at, new Date(at.getTime() - windowMs), mostTries],
      );
      if (rowCount === 1) return { admitted: true, at };
      return { admitted: false, retryAfter: await retryAfter(account, at) };
    },

    async withdraw(account, at) {
      await pool.query(
        `update vault.sign_in_attempts set tried_at =
           tried_at[:array_position(tried_at, $2) - 1] || tried_at[array_position(tried_at, $2) + 1:]
         where account = $1 and $2 = any(tried_at)`,
        [hashOf(account), at],
      );
    },

    async clear(account) {
      await pool.query('delete from vault.sign_in_attempts where account = $1', [hashOf(account)]);
    },

    async sweep() {
      await pool.query(
        `delete from vault.sign_in_attempts
          where not exists (select from unnest(tried_at) tried where tried > $1)`,
        [new Date(clock().getTime() - windowMs)],
      );
    },
  };
}
