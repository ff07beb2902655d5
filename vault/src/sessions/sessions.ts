import { hash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { TrustedCache } from '../announcements/trustedCache.ts';
import { isStillProved } from '../passwords/proof.ts';
import type { Device, Session, SessionEndReason, Sessions, StartedSession } from '../vault.ts';
import { createEnding, type SessionsParts } from './ending.ts';
import { sessionsOnDevices } from './onDevices.ts';
import { dayMs, endedMs, mostEnded, sessionMs } from './spans.ts';

/**
 * The expiry slides in steps of 10 minutes, so that reading is hardly ever writing; it also tells when a session was
 * last used.
 */
const slideAfterMs = 10 * 60 * 1000;
/** Whose sessions ended since then is looked at for more than are kept; several times what lies between two sweeps. */
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

const insertSession = (rows: string): string =>
  `insert into vault.sessions (id, user_id, created_at, expires_at, browser, system, language, proved_at) ${rows}`;

/** `Sessions` with the sweeper's side. */
export interface KeptSessions extends Sessions {
  /** Ends what has expired, and forgets ended sessions that nobody is to see any more. */
  sweep(): Promise<void>;
  /**
   * Ends all sessions of a member within a transaction of the caller's; other processes hear of it when that is
   * committed. What it resolves with is to be called then, so that this process hears as well.
   */
  endAllWithin(client: pg.PoolClient, userId: number, reason: SessionEndReason): Promise<() => void>;
}

/** Sessions, in `vault.sessions`; the same promises as `Sessions`. */
export function createSessions(parts: SessionsParts): KeptSessions {
  const { pool, announcements, clock } = parts;
  const cache = new TrustedCache<string, Session>(announcements.isLive, { entries: 50_000, ttlMs: 300_000 });
  const ago = (ms: number) => new Date(clock().getTime() - ms);
  // Before what else hears of it.
  announcements.onResumed(() => cache.clear());
  const { endWhere, endWithin, onEnded } = createEnding(parts);
  onEnded(({ sessionId }) => cache.drop(sessionId));

  async function read(id: string, now: Date): Promise<Session | null> {
    const { rows } = await pool.query<SessionRow>(
      'select id, user_id, expires_at from vault.sessions where id = $1 and ended_at is null and expires_at > $2',
      [id, now],
    );
    return rows[0] === undefined ? null : sessionOf(rows[0]);
  }

  async function slide(id: string, now: Date): Promise<Session | null> {
    const { rows } = await pool.query<SessionRow>(
      `update vault.sessions set expires_at = $2 where id = $1 and ended_at is null
       returning id, user_id, expires_at`,
      [id, new Date(now.getTime() + sessionMs)],
    );
    return rows[0] === undefined ? null : sessionOf(rows[0]);
  }

  /** A session that is not stored yet, and its row. */
  function newSession(
    userId: number,
    { browser, system }: Device = unknownDevice,
    language: string | null = null,
  ) {
    const token = randomBytes(tokenBytes).toString('base64url');
    const now = clock();
    const session = { id: idOf(token), userId, expiresAt: new Date(now.getTime() + sessionMs) };
    const started: StartedSession = { session, token };
    return { started, row: [session.id, userId, now, session.expiresAt, browser, system, language, now] };
  }

  const wantsSlide = (session: Session, now: Date) =>
    session.expiresAt.getTime() < now.getTime() + sessionMs - slideAfterMs;

  return {
    ...sessionsOnDevices(pool, clock),

    async start(userId, device, language) {
      const { started, row } = newSession(userId, device, language);
      await pool.query(insertSession('values ($1, $2, $3, $4, $5, $6, $7, $8)'), row);
      return started;
    },

    async startProved({ userId, mark }, device, language) {
      const { started, row } = newSession(userId, device, language);
      // The lock makes it wait for a change that is under way, and a change wait for it.
      const { rowCount } = await pool.query(
        insertSession(
          `select $1::text, $2::integer, $3::timestamptz, $4::timestamptz, $5::text, $6::text, $7::text, $8::timestamptz
             from vault.passwords where ${isStillProved('$2', '$9')} for share`,
        ),
        [...row, mark],
      );
      return rowCount === 1 ? started : null;
    },

    async prove(sessionId) {
      const { rowCount } = await pool.query(
        'update vault.sessions set proved_at = $2 where id = $1 and ended_at is null',
        [sessionId, clock()],
      );
      return rowCount === 1;
    },

    async isFresh(sessionId, milliseconds) {
      const { rowCount } = await pool.query(
        'select from vault.sessions where id = $1 and ended_at is null and proved_at > $2',
        [sessionId, ago(milliseconds)],
      );
      return rowCount === 1;
    },

    async find(token) {
      if (!tokenPattern.test(token)) return null;
      const id = idOf(token);
      const now = clock();
      const cached = cache.get(id);
      if (cached !== undefined && cached.expiresAt > now && !wantsSlide(cached, now)) return cached;
      const mark = cache.mark();
      let session = await read(id, now);
      if (session !== null && wantsSlide(session, now)) session = await slide(id, now);
      if (session !== null) cache.set(id, session, mark);
      return session;
    },

    end: async (sessionId, reason, userId) =>
      (await endWhere('id = $5 and user_id = coalesce($6, user_id)', reason, sessionId, userId ?? null)) > 0,

    async endAll(userId, reason, exceptSessionId) {
      await endWhere('user_id = $5 and id is distinct from $6', reason, userId, exceptSessionId ?? null);
    },

    endAllWithin: (client, userId, reason) => endWithin(client, 'user_id = $5', reason, userId),
    onEnded,

    async sweep() {
      await endWhere('expires_at <= $1', 'expired');
      await pool.query(
        `delete from vault.sessions where ended_at < $1 or (ended_at < $2 and end_reason = 'deleted')`,
        [ago(endedMs), ago(dayMs)],
      );
      await pool.query(
        `delete from vault.sessions where ended_at < $1 and id in (
           select older.id from (select distinct user_id from vault.sessions where ended_at > $2) recently,
             lateral (select id from vault.sessions one
                       where one.user_id = recently.user_id and one.ended_at is not null
                       order by one.ended_at desc, one.id offset ${mostEnded}) older)`,
        [ago(dayMs), ago(recentlyMs)],
      );
    },

    async forgetAll(userId) {
      await endWhere('user_id = $5', 'deleted', userId);
      await pool.query('delete from vault.sessions where user_id = $1 and ended_at < $2', [
        userId,
        ago(dayMs),
      ]);
      await pool.query(
        `update vault.sessions set end_reason = 'deleted', browser = null, system = null, language = null
          where user_id = $1 and ended_at is not null`,
        [userId],
      );
    },
  };
}
