import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { span } from '../storage/time.ts';
import type { CredentialTurns } from './promises.ts';

/** Many times the duration of a change. */
const turnMs = 60_000;

export interface KeptCredentialTurns extends CredentialTurns {
  sweep(): Promise<void>;
  forgetAll(userId: number): Promise<void>;
}

export function createCredentialTurns(pool: pg.Pool): KeptCredentialTurns {
  return {
    async take(userId) {
      const holder = randomUUID();
      const { rowCount } = await pool.query(
        `insert into vault.credential_turns as taken (user_id, holder, until)
         values ($1, $2, vault.now() + ${span(turnMs)})
         on conflict (user_id) do update set holder = excluded.holder, until = excluded.until
           where taken.until <= vault.now()`,
        [userId, holder],
      );
      return rowCount === 1 ? holder : null;
    },

    async end(userId, holder) {
      await pool.query('delete from vault.credential_turns where user_id = $1 and holder = $2', [
        userId,
        holder,
      ]);
    },

    async sweep() {
      await pool.query('delete from vault.credential_turns where until <= vault.now()');
    },

    async forgetAll(userId) {
      await pool.query('delete from vault.credential_turns where user_id = $1', [userId]);
    },
  };
}
