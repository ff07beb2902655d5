import type pg from 'pg';
import { type Announcements, channel, payloadOf } from '../announcements/announcements.ts';
import { TrustedCache } from '../announcements/trustedCache.ts';
import { msOf } from '../storage/time.ts';
import { pushKeysOf } from './keys.ts';
import type { Push, PushTarget, VapidKeys } from './promises.ts';

export interface PushParts {
  readonly pool: pg.Pool;
  readonly announcements: Announcements;
  readonly wrapping: Buffer;
}

/** Releases before 0.7 announce no subscriptions. */
const noneForMs = 10_000;

export interface KeptPush extends Push {
  sweep(): Promise<void>;
  forgetAll(userId: number): Promise<void>;
}

export function createPush({ pool, announcements, wrapping }: PushParts): KeptPush {
  let keys: Promise<VapidKeys> | null = null;
  const none = new TrustedCache<'none', true>(announcements.isLive, { entries: 1, ttlMs: noneForMs });
  announcements.onHeard((heard) => heard.kind === 'push-subscribed' && none.clear());
  announcements.onResumed(() => none.clear());
  const remove = (condition: string, value: unknown) =>
    pool.query(`delete from vault.push_subscriptions where ${condition}`, [value]);

  const isEmpty = async () =>
    (await pool.query('select from vault.push_subscriptions limit 1')).rowCount === 0;

  return {
    keys() {
      keys ??= pushKeysOf(pool, wrapping).catch((error: unknown) => {
        keys = null;
        throw error;
      });
      return keys;
    },

    async put(sessionId, { endpoint, p256dh, auth, showsText }) {
      // Endpoints stay with the browser when another member signs in.
      await pool.query('delete from vault.push_subscriptions where endpoint = $1 and session_id <> $2', [
        endpoint,
        sessionId,
      ]);
      const announcement = payloadOf(announcements.origin, { kind: 'push-subscribed' });
      const { rowCount } = await pool.query(
        `with put as (
           insert into vault.push_subscriptions as known
             (session_id, user_id, endpoint, p256dh, auth, shows_text, created_at)
           select id, user_id, $2, $3, $4, coalesce($5, false), vault.now() from vault.sessions
            where id = $1 and ended_at is null for share
           on conflict (session_id) do update set endpoint = excluded.endpoint, p256dh = excluded.p256dh,
             auth = excluded.auth, shows_text = coalesce($5, known.shows_text)
           returning session_id)
         select pg_notify($6, $7) from put`,
        [sessionId, endpoint, p256dh, auth, showsText ?? null, channel, announcement],
      );
      none.clear();
      return rowCount === 1;
    },

    remove: async (sessionId) => void (await remove('session_id = $1', sessionId)),
    drop: async (endpoint) => void (await remove('endpoint = $1', endpoint)),
    forgetAll: async (userId) => void (await remove('user_id = $1', userId)),

    async of(userIds) {
      const targets = new Map<number, PushTarget[]>();
      if (userIds.length === 0 || none.get('none')) return targets;
      const mark = none.mark();
      const { rows } = await pool.query<PushTarget & { userId: number }>(
        `select push_subscriptions.user_id as "userId", endpoint, p256dh, auth, shows_text as "showsText"
           from vault.push_subscriptions join vault.sessions on id = session_id
          where push_subscriptions.user_id = any ($1) and ended_at is null and expires_at > vault.now()`,
        [userIds],
      );
      if (rows.length === 0 && (await isEmpty())) none.set('none', true, mark);
      for (const { userId, ...target } of rows) targets.set(userId, [...(targets.get(userId) ?? []), target]);
      return targets;
    },

    async lead(holder, ms) {
      const { rowCount } = await pool.query(
        `insert into vault.push_sender as present (holder, until) values ($1, vault.now() + ${msOf('$2')})
         on conflict (only_row) do update set holder = excluded.holder, until = excluded.until
           where present.holder = $1 or present.until < vault.now()`,
        [holder, ms],
      );
      return rowCount === 1;
    },

    resign: async (holder) =>
      void (await pool.query('delete from vault.push_sender where holder = $1', [holder])),

    async see(process, members, ms) {
      await pool.query(
        `insert into vault.pages_seen (process, members, until) values ($1, $2, vault.now() + ${msOf('$3')})
         on conflict (process) do update set members = excluded.members, until = excluded.until`,
        [process, members, ms],
      );
    },

    async isSeen(userId) {
      const { rowCount } = await pool.query(
        'select from vault.pages_seen where $1 = any (members) and until > vault.now() limit 1',
        [userId],
      );
      return rowCount === 1;
    },

    async sweep() {
      await pool.query(
        `delete from vault.push_subscriptions using vault.sessions where id = session_id and ended_at is not null`,
      );
      await pool.query('delete from vault.pages_seen where until < vault.now()');
    },
  };
}
