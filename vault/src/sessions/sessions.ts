import { hash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { type Announcements, channel } from '../announcements/announcements.ts';
import { TrustedCache } from '../announcements/trustedCache.ts';
import type { VaultLogger } from '../logger.ts';
import type { Session, SessionEnded, SessionEndReason, Sessions } from '../vault.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** A session ends this long after it was last used (design "HTTP"). */
export const sessionMs = 30 * dayMs;
/** The expiry slides in steps of a day, so that reading is hardly ever writing. */
const slideAfterMs = dayMs;
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

/** What this room needs of the others to keep sessions. */
export interface SessionsParts {
  readonly pool: pg.Pool;
  readonly announcements: Announcements;
  readonly logger: VaultLogger;
  readonly clock: () => Date;
}

/** `Sessions` with the sweeper's side. */
export interface KeptSessions extends Sessions {
  /** Ends what has expired and forgets what ended a day ago. */
  sweep(): Promise<void>;
}

/** Sessions, in `vault.sessions`; the same promises as `Sessions`. */
export function createSessions({ pool, announcements, logger, clock }: SessionsParts): KeptSessions {
  const cache = new TrustedCache<string, Session>(announcements.isLive, { entries: 50_000, ttlMs: 300_000 });
  const handlers = new Set<(ended: SessionEnded) => void>();
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
    heardUpTo = clock().getTime();
  });

  async function tellMissed(): Promise<void> {
    const { rows } = await pool.query<{ sessionId: string; userId: number; reason: SessionEndReason }>(
      `select id as "sessionId", user_id as "userId", end_reason as reason
         from vault.sessions where ended_at > $1`,
      [new Date(heardUpTo - missedMarginMs)],
    );
    for (const row of rows) tell(row);
    heardUpTo = clock().getTime();
  }

  announcements.onResumed(() => {
    cache.clear();
    tellMissed().catch((error: unknown) =>
      logger.error({ err: error }, 'missed ends of sessions are not known'),
    );
  });

  /** Ends the live sessions that the condition picks and announces each, in one statement. */
  async function endWhere(
    condition: string,
    reason: SessionEndReason,
    ...values: unknown[]
  ): Promise<number> {
    const { rows } = await pool.query<{ id: string; user_id: number }>(
      `with ended as (
         update vault.sessions set ended_at = $1, end_reason = $2 where ended_at is null and ${condition}
         returning id, user_id)
       select id, user_id, pg_notify($3, json_build_object(
         'kind', 'session-ended', 'origin', $4::text, 'sessionId', id, 'userId', user_id, 'reason', $2::text)::text)
       from ended`,
      [clock(), reason, channel, announcements.origin, ...values],
    );
    for (const row of rows) tell({ sessionId: row.id, userId: row.user_id, reason });
    return rows.length;
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

  const wantsSlide = (session: Session, now: Date) =>
    session.expiresAt.getTime() < now.getTime() + sessionMs - slideAfterMs;

  return {
    async start(userId) {
      const token = randomBytes(tokenBytes).toString('base64url');
      const now = clock();
      const session = { id: idOf(token), userId, expiresAt: new Date(now.getTime() + sessionMs) };
      await pool.query(
        'insert into vault.sessions (id, user_id, created_at, expires_at) values ($1, $2, $3, $4)',
        [session.id, userId, now, session.expiresAt],
      );
      return { session, token };
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

    end: async (sessionId, reason) => (await endWhere('id = $5', reason, sessionId)) > 0,

    async endAll(userId, reason, exceptSessionId) {
      await endWhere('user_id = $5 and id is distinct from $6', reason, userId, exceptSessionId ?? null);
    },

    onEnded(handler) {
      handlers.add(handler);
      return () => void handlers.delete(handler);
    },

    async sweep() {
      await endWhere('expires_at <= $1', 'expired');
      await pool.query('delete from vault.sessions where ended_at < $1', [
        new Date(clock().getTime() - dayMs),
      ]);
    },
  };
}
