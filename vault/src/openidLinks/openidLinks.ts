import type pg from 'pg';
import type { Hashing } from '../keys/hashing.ts';
import { inMs, msOf } from '../storage/time.ts';
import type { OpenidAccount, OpenidLink, OpenidLinks } from './promises.ts';

const columns = `id, user_id as "userId", issuer, created_at as "keptAt",
  ${inMs('vault.now() - created_at')} as "keptForMs", last_used_at as "lastUsedAt"`;

export interface KeptOpenidLinks extends OpenidLinks {
  forgetAll(userId: number): Promise<void>;
}

export function createOpenidLinks(pool: pg.Pool, hashing: Hashing): KeptOpenidLinks {
  const hashOf = ({ issuer, subject }: OpenidAccount) => hashing.hash('sign-in', 'openid', issuer, subject);
  return {
    async keep({ id, userId }, account) {
      const values = [id, userId, account.issuer, hashOf(account)];
      const { rowCount: kept } = await pool.query(
        `update vault.openid_links set created_at = vault.now()
          where id = $1 and user_id = $2 and issuer = $3 and subject = $4`,
        values,
      );
      if (kept === 1) return true;
      const { rowCount: made } = await pool.query(
        `insert into vault.openid_links (id, user_id, issuer, subject, created_at)
         values ($1, $2, $3, $4, vault.now()) on conflict do nothing`,
        values,
      );
      return made === 1;
    },

    async find(account) {
      const { rows } = await pool.query<OpenidLink>(
        `select ${columns} from vault.openid_links where subject = $1`,
        [hashOf(account)],
      );
      return rows[0] ?? null;
    },

    async all(userId) {
      const { rows } = await pool.query<OpenidLink>(
        `select ${columns} from vault.openid_links where user_id = $1 order by created_at, id`,
        [userId],
      );
      return rows;
    },

    async use(id) {
      await pool.query('update vault.openid_links set last_used_at = vault.now() where id = $1', [id]);
    },

    async remove(userId, id, keptForMs) {
      await pool.query(
        // As text: callers may send no UUID.
        `delete from vault.openid_links
          where user_id = $1 and id::text = $2 and ($3::float8 is null or created_at <= vault.now() - ${msOf('$3')})`,
        [userId, id, keptForMs ?? null],
      );
    },

    async forgetAll(userId) {
      await pool.query('delete from vault.openid_links where user_id = $1', [userId]);
    },
  };
}
