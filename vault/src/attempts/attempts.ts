import type pg from 'pg';
import type { Hashing } from '../keys/hashing.ts';
import { inMs, span } from '../storage/time.ts';
import type { Attempts } from './promises.ts';

export interface AttemptLimit {
  /** Never change it after a release. */
  readonly name: string;
  readonly most: number;
  readonly windowMs: number;
}

const minuteMs = 60 * 1000;

export const attemptLimits = {
  signIns: { name: 'sign-in', most: 10, windowMs: 15 * minuteMs },
  logIns: { name: 'log-in', most: 30, windowMs: minuteMs },
  signInOffers: { name: 'sign-in-offer', most: 120, windowMs: minuteMs },
  registrations: { name: 'registration', most: 20, windowMs: 60 * minuteMs },
  resetMailsAsked: { name: 'reset-mail-asked', most: 20, windowMs: 60 * minuteMs },
  resetMails: { name: 'reset-mail', most: 3, windowMs: 60 * minuteMs },
  confirmMails: { name: 'confirm-mail', most: 3, windowMs: 60 * minuteMs },
  uploads: { name: 'upload', most: 30, windowMs: minuteMs },
  walletProofs: { name: 'wallet-proof', most: 120, windowMs: 15 * minuteMs },
  linkChecksAsked: { name: 'link-check', most: 20, windowMs: 60 * minuteMs },
  conversationStarts: { name: 'conversation-start', most: 20, windowMs: 24 * 60 * minuteMs },
  reportsMade: { name: 'report', most: 20, windowMs: 24 * 60 * minuteMs },
  freshProofs: { name: 'fresh-proof', most: 30, windowMs: 15 * minuteMs },
  exports: { name: 'export', most: 5, windowMs: 60 * minuteMs },
} as const satisfies Record<string, AttemptLimit>;

const longestWindowMs = Math.max(...Object.values(attemptLimits).map(({ windowMs }) => windowMs));

/** The table's old name serves rolling upgrades. */
export function createAttempts(
  pool: pg.Pool,
  hashing: Hashing,
  { name, most, windowMs }: AttemptLimit,
): Attempts {
  const window = span(windowMs);
  const hashOf = (who: string) => hashing.hash('sign-in', name, who);

  async function retryAfter(who: string): Promise<number> {
    const { rows } = await pool.query<{ waitMs: number | null }>(
      `select ${inMs(`min(tried) + ${window} - vault.now()`)} as "waitMs"
         from vault.sign_in_attempts, unnest(tried_at) tried
        where account = $1 and tried > vault.now() - ${window}`,
      [hashOf(who)],
    );
    return Math.max(1, Math.ceil((rows[0]?.waitMs ?? 0) / 1000));
  }

  async function take(who: string): Promise<Date | null> {
    const recent = `unnest(attempts.tried_at) tried where tried > vault.now() - ${window}`;
    const { rows } = await pool.query<{ at: Date }>(
      `insert into vault.sign_in_attempts as attempts (account, tried_at) values ($1, array[vault.now()])
       on conflict (account) do update set tried_at = array(select tried from ${recent}) || vault.now()
         where (select count(*) from ${recent}) < $2
       returning tried_at[cardinality(tried_at)] as at`,
      [hashOf(who), most],
    );
    return rows[0]?.at ?? null;
  }

  return {
    take,

    async admit(who) {
      const at = await take(who);
      if (at !== null) return { admitted: true, at };
      return { admitted: false, retryAfter: await retryAfter(who) };
    },

    async withdraw(who, at) {
      await pool.query(
        `update vault.sign_in_attempts set tried_at =
           tried_at[:array_position(tried_at, $2) - 1] || tried_at[array_position(tried_at, $2) + 1:]
         where account = $1 and $2 = any(tried_at)`,
        [hashOf(who), at],
      );
    },

    async clear(who) {
      await pool.query('delete from vault.sign_in_attempts where account = $1', [hashOf(who)]);
    },
  };
}

export async function sweepAttempts(pool: pg.Pool): Promise<void> {
  await pool.query(
    `delete from vault.sign_in_attempts
      where not exists (select from unnest(tried_at) tried where tried > vault.now() - ${span(longestWindowMs)})`,
  );
}
