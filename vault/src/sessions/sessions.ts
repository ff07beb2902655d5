import { hash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { type Announcements, channel } from '../announcements/announcements.ts';
import { TrustedCache } from '../announcements/trustedCache.ts';
import type { VaultLogger } from '../logger.ts';
import { isStillProved } from '../passwords/proof.ts';
import type {
  Device,
  EndedSession,
  Session,
  SessionEnded,
  SessionEndReason,
  SessionOnDevice,
  Sessions,
  StartedSession,
} from '../vault.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** A session ends this long after it was last used (design "HTTP"). */
export const sessionMs = 30 * dayMs;
/**
 * The expiry slides in steps of 10 minutes, so that reading is hardly ever writing; it also tells when a session was
 * last used.
 */
const slideAfterMs = 10 * 60 * 1000;
/** For how long, and how many of one member, ended sessions can be looked at. */
const endedMs = 90 * dayMs;
const mostEnded = 50;
/** Whose sessions ended since then is looked at for more than are kept; several times what lies between two sweeps. */
const recentlyMs = 60 * 60 * 1000;
const unknownDevice: Device = { browser: null, system: null };
/** How far back to look for ends that were missed while not listening; generous, for telling twice does no harm. */
const missedMarginMs = 60_000;

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

interface DeviceRow {
  readonly id: string;
  readonly browser: string | null;
  readonly system: string | null;
  readonly language: string | null;
  readonly created_at: Date;
  readonly expires_at: Date;
}
const deviceColumns = 'id, browser, system, language, created_at, expires_at';
const onDevice = ({ id, browser, system, language, ...row }: DeviceRow): SessionOnDevice => ({
  id,
  device: { browser, system },
  language,
  startedAt: row.created_at,
  lastUsedAt: new Date(row.expires_at.getTime() - sessionMs),
});

interface EndedRow extends DeviceRow {
  readonly ended_at: Date;
  readonly end_reason: SessionEndReason;
}
const endedOnDevice = (row: EndedRow): EndedSession => ({
  ...onDevice(row),
  endedAt: row.ended_at,
  reason: row.end_reason,
});

const insertSession = (rows: string): string =>
  `insert into vault.sessions (id, user_id, created_at, expires_at, browser, system, language, proved_at) ${rows}`;

/** What this room needs of the others to keep sessions. */
export interface SessionsParts {
  readonly pool: pg.Pool;
  readonly announcements: Announcements;
  readonly logger: VaultLogger;
  readonly clock: () => Date;
}

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
export function createSessions({ pool, announcements, logger, clock }: SessionsParts): KeptSessions {
  const cache = new TrustedCache<string, Session>(announcements.isLive, { entries: 50_000, ttlMs: 300_000 });
  const handlers = new Set<(ended: SessionEnded) => void>();
  const ago = (ms: number) => new Date(clock().getTime() - ms);
  /** Every end that was announced up to then is known; what was announced in a gap is only once it was asked for. */
  let heardUpTo = clock().getTime();

  function tell(ended: SessionEnded): void {
    cache.drop(ended.sessionId);
    for (const handler of handlers) {
      try {
        handler(ended);
      } catch (error) {
        logger.error({ err: error }, 'a handler of ended sessions failed');
      }
    }
  }

  announcements.onHeard((heard) => {
    if (heard.kind === 'session-ended') tell(heard);
    if (announcements.isLive()) heardUpTo = clock().getTime();
  });

  async function tellMissed(): Promise<void> {
    const asked = clock().getTime();
    const { rows } = await pool.query<{ sessionId: string; userId: number; reason: SessionEndReason }>(
      `select id as "sessionId", user_id as "userId", end_reason as reason
         from vault.sessions where ended_at > $1`,
      [new Date(heardUpTo - missedMarginMs)],
    );
    for (const row of rows) tell(row);
    heardUpTo = asked;
  }

  announcements.onResumed(() => {
    cache.clear();
    return tellMissed();
  });

  /** Ends the live sessions that the condition picks, and announces each to other processes, in one statement. */
  async function ending(
    by: pg.Pool | pg.PoolClient,
    condition: string,
    reason: SessionEndReason,
    ...values: unknown[]
  ): Promise<readonly SessionEnded[]> {
    const { rows } = await by.query<{ id: string; user_id: number }>(
      `with ended as (
         update vault.sessions set ended_at = $1, end_reason = $2 where ended_at is null and ${condition}
         returning id, user_id)
       select id, user_id, pg_notify($3, json_build_object(
         'kind', 'session-ended', 'origin', $4::text, 'sessionId', id, 'userId', user_id, 'reason', $2::text)::text)
       from ended`,
      [clock(), reason, channel, announcements.origin, ...values],
    );
    return rows.map((row) => ({ sessionId: row.id, userId: row.user_id, reason }));
  }

  async function endWhere(
    condition: string,
    reason: SessionEndReason,
    ...values: unknown[]
  ): Promise<number> {
    const ended = await ending(pool, condition, reason, ...values);
    for (const one of ended) tell(one);
    return ended.length;
  }

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

    async all(userId) {
      const { rows } = await pool.query<DeviceRow>(
        `select ${deviceColumns} from vault.sessions
          where user_id = $1 and ended_at is null and expires_at > $2 order by expires_at desc, id`,
        [userId, clock()],
      );
      return rows.map(onDevice);
    },

    async ended(userId) {
      const { rows } = await pool.query<EndedRow>(
        `select ${deviceColumns}, ended_at, end_reason from vault.sessions
          where user_id = $1 and ended_at > $2 order by ended_at desc, id limit ${mostEnded}`,
        [userId, ago(endedMs)],
      );
      return rows.map(endedOnDevice);
    },

    end: async (sessionId, reason, userId) =>
      (await endWhere('id = $5 and user_id = coalesce($6, user_id)', reason, sessionId, userId ?? null)) > 0,

    async endAll(userId, reason, exceptSessionId) {
      await endWhere('user_id = $5 and id is distinct from $6', reason, userId, exceptSessionId ?? null);
    },

    async endAllWithin(client, userId, reason) {
      const ended = await ending(client, 'user_id = $5', reason, userId);
      return () => {
        for (const one of ended) tell(one);
      };
    },

    onEnded(handler) {
      handlers.add(handler);
      return () => void handlers.delete(handler);
    },

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
