import type pg from 'pg';
import { msOf } from '../storage/time.ts';
import type { ListedItem, ProfileChecks } from './promises.ts';

export interface KeptProfileChecks extends ProfileChecks {
  forgetAll(userId: number): Promise<void>;
}

interface DueRow {
  readonly user_id: number;
  readonly item_id: string;
  readonly tries: number;
}

const given = 'unnest($1::integer[], $2::text[]) as given (user_id, item_id)';
const arraysOf = (items: readonly ListedItem[]) => [
  items.map(({ userId }) => userId),
  items.map(({ itemId }) => itemId),
];

export function createProfileChecks(pool: pg.Pool): KeptProfileChecks {
  return {
    async add(items) {
      if (items.length === 0) return;
      await pool.query(
        `insert into vault.profile_checks (user_id, item_id, due_at)
         select user_id, item_id, vault.now() from ${given} on conflict do nothing`,
        arraysOf(items),
      );
    },

    async remove(items) {
      if (items.length === 0) return;
      await pool.query(
        `delete from vault.profile_checks using ${given}
          where profile_checks.user_id = given.user_id and profile_checks.item_id = given.item_id`,
        arraysOf(items),
      );
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
