import type pg from 'pg';
import { msOf } from '../storage/time.ts';
import type { LinkChecks } from './promises.ts';

export interface KeptLinkChecks extends LinkChecks {
  forgetAll(userId: number): Promise<void>;
}

interface DueRow {
  readonly user_id: number;
  readonly social_id: string;
  readonly tries: number;
}

export function createLinkChecks(pool: pg.Pool): KeptLinkChecks {
  return {
    async add(userId, socialId) {
      await pool.query(
        `insert into vault.link_checks (user_id, social_id, due_at) values ($1, $2, vault.now())
         on conflict do nothing`,
        [userId, socialId],
      );
    },

    async remove(userId, socialId) {
      await pool.query('delete from vault.link_checks where user_id = $1 and social_id = $2', [
        userId,
        socialId,
      ]);
    },

    async take(most, ms) {
      const { rows } = await pool.query<DueRow>(
        `update vault.link_checks set tries = tries + 1, taken_until = vault.now() + ${msOf('$1')}
          where (user_id, social_id) in (
            select user_id, social_id from vault.link_checks
             where due_at <= vault.now() and (taken_until is null or taken_until <= vault.now())
             order by due_at limit $2 for update skip locked)
         returning user_id, social_id, tries`,
        [ms, most],
      );
      return rows.map(({ user_id: userId, social_id: socialId, tries }) => ({ userId, socialId, tries }));
    },

    async putBack({ userId, socialId }, ms, hasResult) {
      await pool.query(
        `update vault.link_checks set due_at = vault.now() + ${msOf('$3')}, taken_until = null,
           tries = case when $4 then 0 else tries end
          where user_id = $1 and social_id = $2`,
        [userId, socialId, ms, hasResult],
      );
    },

    async forgetAll(userId) {
      await pool.query('delete from vault.link_checks where user_id = $1', [userId]);
    },
  };
}
