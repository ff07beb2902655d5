import type { Logger } from '@pmcw/resilience';
import type pg from 'pg';
import { type Announcements, channel } from '../announcements/announcements.ts';
import { msOf } from '../storage/time.ts';
import type { SessionEnded, SessionEndReason } from './promises.ts';

export interface SessionsParts {
  readonly pool: pg.Pool;
  readonly announcements: Announcements;
  readonly logger: Logger;
}

/** Live sessions. Values start at `$4`. */
interface Selection {
  readonly condition: string;
  readonly values: readonly unknown[];
}

export const selection = {
  /** Of any member if `userId` is null. */
  one: (sessionId: string, userId: number | null): Selection => ({
    condition: 'id = $4 and user_id = coalesce($5, user_id)',
    values: [sessionId, userId],
  }),
  allOf: (userId: number, exceptSessionId: string | null = null): Selection => ({
    condition: 'user_id = $4 and id is distinct from $5',
    values: [userId, exceptSessionId],
  }),
  /** All but the most recently used. */
  tooMany: (userId: number, most: number): Selection => ({
    condition: `id in (select id from vault.sessions
      where user_id = $4 and ended_at is null and expires_at > vault.now() order by used_at desc, id offset $5)`,
    values: [userId, most],
  }),
  expired: { condition: 'expires_at <= vault.now()', values: [] } satisfies Selection,
} as const;

export interface Ending {
  /** @returns the number of ended sessions */
  end(which: Selection, reason: SessionEndReason): Promise<number>;
  /** In the caller's transaction, whose commit notifies other processes. Call the result then, to notify this one. */
  endWithin(client: pg.PoolClient, which: Selection, reason: SessionEndReason): Promise<() => void>;
  onEnded(handler: (ended: SessionEnded) => void): () => void;
}

/** Generous: a repeated notice does no harm. */
const missedMarginMs = 60_000;

export function createEnding({ pool, announcements, logger }: SessionsParts): Ending {
  const handlers = new Set<(ended: SessionEnded) => void>();
  let heardUpTo = performance.now();

  function tell(ended: SessionEnded): void {
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
    if (announcements.isListening()) heardUpTo = performance.now();
  });

  announcements.onResumed(async () => {
    const asked = performance.now();
    const { rows } = await pool.query<SessionEnded>(
      `select id as "sessionId", user_id as "userId", end_reason as reason
         from vault.sessions where ended_at > vault.now() - ${msOf('$1')}`,
      [asked - heardUpTo + missedMarginMs],
    );
    for (const row of rows) tell(row);
    heardUpTo = asked;
  });

  async function endBy(
    by: pg.Pool | pg.PoolClient,
    { condition, values }: Selection,
    reason: SessionEndReason,
  ): Promise<readonly SessionEnded[]> {
    const { rows } = await by.query<{ id: string; user_id: number }>(
      `with ended as (
         update vault.sessions set ended_at = vault.now(), end_reason = $1 where ended_at is null and ${condition}
         returning id, user_id)
       select id, user_id, pg_notify($2, json_build_object(
         'kind', 'session-ended', 'origin', $3::text, 'sessionId', id, 'userId', user_id, 'reason', $1::text)::text)
       from ended`,
      [reason, channel, announcements.origin, ...values],
    );
    return rows.map((row) => ({ sessionId: row.id, userId: row.user_id, reason }));
  }

  return {
    async end(which, reason) {
      const ended = await endBy(pool, which, reason);
      for (const one of ended) tell(one);
      return ended.length;
    },

    async endWithin(client, which, reason) {
      const ended = await endBy(client, which, reason);
      return () => {
        for (const one of ended) tell(one);
      };
    },

    onEnded(handler) {
      handlers.add(handler);
      return () => void handlers.delete(handler);
    },
  };
}
