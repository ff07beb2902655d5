import { createHmac, hash, randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { KeptSessions } from '../sessions/sessions.ts';
import { inTransaction } from '../storage/pool.ts';
import { onlyRow, span } from '../storage/time.ts';
import type { ResetLinks } from './promises.ts';

const linkMs = 60 * 60 * 1000;
/** Exceeds the three mails an hour that strangers can request, even if greylisting doubles them. */
const most = 10;

/** In one order, so that the first of concurrent uses finds all others. */
const endAll = `delete from vault.reset_links where hash in
  (select hash from vault.reset_links where user_id = $1 order by hash for update) returning hash`;

const hashOf = (token: string): Buffer => hash('sha256', token, 'buffer');

export interface KeptResetLinks extends ResetLinks {
  sweep(): Promise<void>;
}

export function createResetLinks(
  pool: pg.Pool,
  key: Buffer,
  sessions: Pick<KeptSessions, 'endAllWithin'>,
): KeptResetLinks {
  const tokenOf = (userId: number, id: string): string =>
    createHmac('sha256', key).update(`${userId} ${id}`).digest('base64url');

  async function find(token: string): Promise<number | null> {
    const { rows } = await pool.query<{ userId: number }>(
      'select user_id as "userId" from vault.reset_links where hash = $1 and expires_at > vault.now()',
      [hashOf(token)],
    );
    return rows[0]?.userId ?? null;
  }

  return {
    async issue(userId, id = randomUUID(), how) {
      const token = tokenOf(userId, id);
      const { rows } = await pool.query<{ expiresAt: Date }>(
        `with older as (
           select hash from vault.reset_links where user_id = $1 order by expires_at desc, hash offset $3
         ), room as (delete from vault.reset_links where hash in (select hash from older)
         ), made as (
           insert into vault.reset_links (user_id, hash, expires_at, is_mailed)
           values ($1, $2, vault.now() + ${span(linkMs)}, $4))
         select vault.now() + ${span(linkMs)} as "expiresAt"`,
        [userId, hashOf(token), most - 1, how === 'mailed'],
      );
      return { token, expiresAt: onlyRow(rows).expiresAt };
    },

    async issued(userId, id) {
      const token = tokenOf(userId, id);
      const { rows } = await pool.query<{ expiresAt: Date }>(
        `select expires_at as "expiresAt" from vault.reset_links
          where hash = $1 and user_id = $2 and expires_at > vault.now()`,
        [hashOf(token), userId],
      );
      return rows[0] === undefined ? null : { token, expiresAt: rows[0].expiresAt };
    },

    find,

    async isMailed(token) {
      const { rowCount } = await pool.query(
        'select from vault.reset_links where hash = $1 and expires_at > vault.now() and is_mailed',
        [hashOf(token)],
      );
      return rowCount === 1;
    },

    async redeem(token, passwordHash) {
      const userId = await find(token);
      if (userId === null) return false;
      const tellHere = await inTransaction(pool, 'begin', async (client) => {
        const { rows } = await client.query<{ hash: Buffer }>(endAll, [userId]);
        if (!rows.some(({ hash }) => hash.equals(hashOf(token)))) return null;
        await client.query(
          `insert into vault.passwords (user_id, hash, changed_at) values ($1, $2, vault.now())
           on conflict (user_id) do update set hash = excluded.hash, changed_at = excluded.changed_at`,
          [userId, passwordHash],
        );
        await client.query('delete from vault.challenges where user_id = $1', [userId]);
        await client.query('delete from vault.push_subscriptions where user_id = $1', [userId]);
        return sessions.endAllWithin(client, userId, 'password_changed');
      });
      tellHere?.();
      return tellHere !== null;
    },

    async forget(userId) {
      await pool.query(endAll, [userId]);
    },

    async sweep() {
      await pool.query('delete from vault.reset_links where expires_at <= vault.now()');
    },
  };
}
