import type pg from 'pg';
import { msOf } from '../storage/time.ts';
import type { ProfileChecks } from './promises.ts';

export interface KeptProfileChecks extends ProfileChecks {
  forgetAll(userId: number): Promise<void>;
}

interface DueRow {
  readonly user_id: number;
  readonly item_id: string;
  readonly tries: number;
}

export function createProfileChecks(pool: pg.Pool): KeptProfileChecks {
  return {
    async add(userId, itemId) {
      await pool.query(
        `insert into vault.profile_checks (user_id, item_id, due_at) values ($1, $2, vault.now())
         on conflict do nothing`,
        [userId, itemId],
      );
    },

    async remove(userId, itemId) {
      await pool.query('delete from vault.profile_checks where user_id = $1 and item_id = $2', [
        userId,
        itemId,
      ]);
    },

    async take(most, ms) {
      const { rows } = await pool.query<DueRow>(
        `update vault.profile_checks set tries = tries + 1, taken_until = vault.now() + ${msOf('$1')}
          where (user_id, item_id) in (
            select user_id, item_id from vault.profile_checks
             where due_at <= vault.now() and (taken_until is null or taken_until <= vault.now())
             order by due_at limit $2 for update skip locked)
         returning user_id, item_id, tries`,
        [ms, most],
      );
      return rows.map(({ user_id: userId, item_id: itemId, tries }) => ({ userId, itemId, tries }));
    },

    async putBack({ userId, itemId }, ms, hasResult) {
      await pool.query(
        `update vault.profile_checks set due_at = vault.now() + ${msOf('$3')}, taken_until = null,
           tries = case when $4 then 0 else tries end
          where user_id = $1 and item_id = $2`,
        [userId, itemId, ms, hasResult],
      );
    },

    async forgetAll(userId) {
      await pool.query('delete from vault.profile_checks where user_id = $1', [userId]);
    },
  };
}
