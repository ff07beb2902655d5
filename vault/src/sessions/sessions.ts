import { hash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { TrustedCache } from '../announcements/trustedCache.ts';
import { isStillProved } from '../passwords/proof.ts';
import { inMs, msOf, onlyRow, span } from '../storage/time.ts';
import { createEnding, type SessionsParts, selection } from './ending.ts';
import { sessionsOnDevices } from './onDevices.ts';
import type { Device, Session, SessionEndReason, Sessions } from './promises.ts';
import { dayMs, endedMs, longestSessionMs, mostEnded, mostSessions, sessionMs } from './spans.ts';

/** So that reads rarely write. */
const slideAfterMs = 10 * 60 * 1000;
/** Several times the interval of sweeps. */
const recentlyMs = 60 * 60 * 1000;
const unknownDevice: Device = { browser: null, system: null };

const tokenBytes = 32;
const tokenPattern = /^[A-Za-z0-9_-]{43}$/;
const idOf = (token: string): string => hash('sha256', token, 'base64url');

interface SessionRow {
  readonly id: string;
  readonly user_id: number;
  readonly expires_at: Date;
}
const sessionOf = (row: SessionRow): Session => ({
  id: row.id,
  userId: row.user_id,
  expiresAt: row.expires_at,
});

interface ReadRow extends SessionRow {
  readonly left_ms: number;
  readonly unnoted_ms: number;
}

const idle = span(sessionMs);
const slidTo = `least(vault.now() + ${idle}, created_at + ${span(longestSessionMs)})`;
const readColumns = `id, user_id, expires_at, ${inMs('expires_at - vault.now()')} as left_ms,
  ${inMs('vault.now() - used_at')} as unnoted_ms`;
const isLive = 'ended_at is null and expires_at > vault.now()';

const insertSession = (rows: string): string =>
  `insert into vault.sessions
     (id, user_id, created_at, used_at, proved_at, expires_at, browser, system, language) ${rows}`;
/** Values of `created_at` to `expires_at`. */
const startedNow = `vault.now(), vault.now(), vault.now(), vault.now() + ${idle}`;

export interface KeptSessions extends Sessions {
  expire(): Promise<void>;
  sweep(): Promise<void>;
  /** In the caller's transaction; see `Ending.endWithin`. */
  endAllWithin(client: pg.PoolClient, userId: number, reason: SessionEndReason): Promise<() => void>;
}

export function createSessions(parts: SessionsParts): KeptSessions {
  const { pool, announcements } = parts;
  const cache = new TrustedCache<string, Session>(announcements.isLive, { entries: 50_000, ttlMs: 300_000 });
  // Before other handlers.
  announcements.onResumed(() => cache.clear());
  const { end, endWithin, onEnded } = createEnding(parts);
  onEnded(({ sessionId }) => cache.drop(sessionId));

  async function read(id: string): Promise<ReadRow | null> {
    const { rows } = await pool.query<ReadRow>(
      `select ${readColumns} from vault.sessions where id = $1 and ${isLive}`,
      [id],
    );
    return rows[0] ?? null;
  }

  async function slide(id: string): Promise<ReadRow | null> {
    const { rows } = await pool.query<ReadRow>(
      `update vault.sessions set used_at = vault.now(), expires_at = ${slidTo} where id = $1 and ${isLive}
       returning ${readColumns}`,
      [id],
    );
    return rows[0] ?? null;
  }

  const newToken = () => randomBytes(tokenBytes).toString('base64url');

  return {
    ...sessionsOnDevices(pool),

    async start(userId, { browser, system } = unknownDevice, language = null) {
      const token = newToken();
      const { rows } = await pool.query<{ expiresAt: Date }>(
        `with started as (${insertSession(`values ($1, $2, ${startedNow}, $3, $4, $5)`)})
         select vault.now() + ${idle} as "expiresAt"`,
        [idOf(token), userId, browser, system, language],
      );
      await end(selection.tooMany(userId, mostSessions), 'expired');
      return { token, session: { id: idOf(token), userId, expiresAt: onlyRow(rows).expiresAt } };
    },

    async startProved({ userId, mark }, { browser, system } = unknownDevice, language = null) {
      const token = newToken();
      // Orders this and a concurrent password change.
      const { rows } = await pool.query<SessionRow>(
        `${insertSession(
          `select $1::text, $2::integer, ${startedNow}, $3::text, $4::text, $5::text
             from vault.passwords where ${isStillProved('$2', '$6')} for share`,
        )} returning id, user_id, expires_at`,
        [idOf(token), userId, browser, system, language, mark],
      );
      if (rows[0] === undefined) return null;
      await end(selection.tooMany(userId, mostSessions), 'expired');
      return { token, session: sessionOf(rows[0]) };
    },

    async prove(sessionId) {
      const { rowCount } = await pool.query(
        `update vault.sessions set proved_at = vault.now() where id = $1 and ${isLive}`,
        [sessionId],
      );
      return rowCount === 1;
    },

    async isFresh(sessionId, milliseconds) {
      const { rows } = await pool.query<{ readonly is_fresh: boolean }>(
        `select coalesce(proved_at > vault.now() - ${msOf('$2')}, false) as is_fresh
         from vault.sessions where id = $1 and ${isLive}`,
        [sessionId, milliseconds],
      );
      return rows[0]?.is_fresh ?? null;
    },

    async find(token) {
      if (!tokenPattern.test(token)) return null;
      const id = idOf(token);
      const cached = cache.get(id);
      if (cached !== undefined) return cached;
      const mark = cache.mark();
      let row = await read(id);
      if (row !== null && row.unnoted_ms >= slideAfterMs) row = await slide(id);
      if (row === null) return null;
      const session = sessionOf(row);
      cache.set(id, session, mark, Math.min(row.left_ms, slideAfterMs - row.unnoted_ms));
      return session;
    },

    end: async (sessionId, reason, userId) =>
      (await end(selection.one(sessionId, userId ?? null), reason)) > 0,

    async endAll(userId, reason, exceptSessionId) {
      await end(selection.allOf(userId, exceptSessionId), reason);
    },

    endAllWithin: (client, userId, reason) => endWithin(client, selection.allOf(userId), reason),
    onEnded,

    expire: async () => void (await end(selection.expired, 'expired')),

    async sweep() {
      await pool.query(
        `delete from vault.sessions where ended_at < vault.now() - ${span(endedMs)}
           or (ended_at < vault.now() - ${span(dayMs)} and end_reason = 'deleted')`,
      );
      await pool.query(
        `delete from vault.sessions where ended_at < vault.now() - ${span(dayMs)} and id in (
           select older.id
             from (select distinct user_id from vault.sessions
                    where ended_at > vault.now() - ${span(recentlyMs)}) recently,
             lateral (select id from vault.sessions one
                       where one.user_id = recently.user_id and one.ended_at is not null
                       order by one.ended_at desc, one.id offset ${mostEnded}) older)`,
      );
    },

    async forgetAll(userId) {
      await end(selection.allOf(userId), 'deleted');
      await pool.query(
        `delete from vault.sessions where user_id = $1 and ended_at < vault.now() - ${span(dayMs)}`,
        [userId],
      );
      await pool.query(
        `update vault.sessions set end_reason = 'deleted', browser = null, system = null, language = null
          where user_id = $1 and ended_at is not null`,
        [userId],
      );
    },
  };
}
