import type pg from 'pg';
import { inMs, onlyRow } from '../storage/time.ts';
import type { Erasures, IntendedErasure } from './promises.ts';

const columns = `user_id as "userId", intended_at as "intendedAt", ${inMs('vault.now() - intended_at')} as "ageMs"`;

export function createErasures(pool: pg.Pool): Erasures {
  return {
    async intend(userId) {
      const { rows } = await pool.query<IntendedErasure>(
        `insert into vault.erasures (user_id, intended_at) values ($1, vault.now())
         on conflict (user_id) do update set intended_at = excluded.intended_at returning ${columns}`,
        [userId],
      );
      return onlyRow(rows);
    },

    async unfinished() {
      const { rows } = await pool.query<IntendedErasure>(
        `select ${columns} from vault.erasures order by intended_at, user_id`,
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
