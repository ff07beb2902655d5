import type pg from 'pg';
import type { Erasures } from '../vault.ts';

/** Erasures under way, in `vault.erasures`; the same promises as `Erasures`. */
export function createErasures(pool: pg.Pool, clock: () => Date): Erasures {
  return {
    async intend(userId) {
      const intendedAt = clock();
      await pool.query(
        `insert into vault.erasures (user_id, intended_at) values ($1, $2)
         on conflict (user_id) do update set intended_at = excluded.intended_at`,
        [userId, intendedAt],
      );
      return { userId, intendedAt };
    },

    async unfinished() {
      const { rows } = await pool.query<{ userId: number; intendedAt: Date }>(
        `select user_id as "userId", intended_at as "intendedAt" from vault.erasures order by intended_at, user_id`,
      );
      return rows;
    },

    async settle({ userId, intendedAt }) {
      await pool.query('delete from vault.erasures where user_id = $1 and intended_at <= $2', [
        userId,
        intendedAt,
      ]);
    },
  };
}
