import type pg from 'pg';
import type { Acquaintance, Acquaintances } from './promises.ts';

export interface KeptAcquaintances extends Acquaintances {
  forgetAll(userId: number): Promise<void>;
}

interface PairRow {
  readonly user_id: number;
  readonly peer_id: number;
}

const columns = (pairs: readonly Acquaintance[]) => [
  pairs.map(([userId]) => userId),
  pairs.map(([, peerId]) => peerId),
];

export function createAcquaintances(pool: pg.Pool): KeptAcquaintances {
  return {
    async known(pairs) {
      // Named, because planning takes most of its time.
      const { rows } = await pool.query<PairRow>({
        name: 'known acquaintances',
        text: `select user_id, peer_id from vault.acquaintances
                 join unnest($1::integer[], $2::integer[]) as given (user_id, peer_id) using (user_id, peer_id)`,
        values: columns(pairs),
      });
      return rows.map((row) => [row.user_id, row.peer_id]);
    },

    async add(pairs) {
      if (pairs.length === 0) return;
      await pool.query(
        `insert into vault.acquaintances (user_id, peer_id)
         select distinct user_id, peer_id from unnest($1::integer[], $2::integer[]) as given (user_id, peer_id)
          where not exists (
            select from vault.subject_keys where subject = peer_id and destroyed_at is not null)
          order by user_id, peer_id
         on conflict do nothing`,
        columns(pairs),
      );
    },

    async forgetAll(userId) {
      await pool.query('delete from vault.acquaintances where user_id = $1 or peer_id = $1', [userId]);
    },
  };
}
