import type { Logger } from '@pmcw/resilience';
import type pg from 'pg';
import { type Announcements, channel } from '../announcements/announcements.ts';
import { span } from '../storage/time.ts';
import type { Draft, DraftChanged, Drafts } from './promises.ts';

/** For devices that were offline. */
const emptiedForMs = 30 * 24 * 60 * 60 * 1000;

export interface DraftsParts {
  readonly pool: pg.Pool;
  readonly announcements: Announcements;
  readonly logger: Logger;
}

export interface KeptDrafts extends Drafts {
  sweep(): Promise<void>;
  /** Also drafts of others to the member. */
  forgetAll(userId: number): Promise<void>;
}

const columns = 'conversation, text, aside, revision';

export function createDrafts({ pool, announcements, logger }: DraftsParts): KeptDrafts {
  const handlers = new Set<(changed: DraftChanged) => void>();

  function tell(changed: DraftChanged): void {
    for (const handler of handlers) {
      try {
        handler(changed);
      } catch (error) {
        logger.error({ err: error }, 'a handler of changed drafts failed');
      }
    }
  }
  announcements.onHeard((heard) => {
    if (heard.kind === 'draft-changed') tell(heard);
  });

  return {
    async put({ userId, sessionId }, { conversation, text, aside, revision: basedOn }, most) {
      // Announced if and only if the row is written.
      const { rows } = await pool.query<{ revision: number; isNew: boolean }>(
        `with put as (
           insert into vault.drafts as known (user_id, conversation, text, aside, revision, changed_at)
           values ($1, $2, $3, $4, $5::integer + 1, vault.now())
           on conflict (user_id, conversation) do update
             set text = excluded.text, aside = excluded.aside, revision = excluded.revision, changed_at = excluded.changed_at
             where known.revision = $5
           returning revision, xmax = 0 as is_new)
         select revision, is_new as "isNew", pg_notify($6, json_build_object(
           'kind', 'draft-changed', 'origin', $7::text, 'userId', $1::integer, 'conversation', $2::text,
           'sessionId', $8::text)::text)
         from put`,
        [userId, conversation, text, aside, basedOn, channel, announcements.origin, sessionId],
      );
      const [put] = rows;
      if (put === undefined) return null;
      if (put.isNew) {
        await pool.query(
          `delete from vault.drafts where user_id = $1 and conversation in (
             select conversation from vault.drafts where user_id = $1
             order by text = '' and aside = '{}', changed_at desc offset $2)`,
          [userId, most],
        );
      }
      tell({ userId, conversation, sessionId });
      return { conversation, text, aside, revision: put.revision };
    },

    async find(userId, conversation) {
      const { rows } = await pool.query<Draft>(
        `select ${columns} from vault.drafts where user_id = $1 and conversation = $2`,
        [userId, conversation],
      );
      return rows[0] ?? null;
    },

    async all(userId) {
      const { rows } = await pool.query<Draft>(
        `select ${columns} from vault.drafts where user_id = $1 order by changed_at desc, conversation`,
        [userId],
      );
      return rows;
    },

    onChanged(handler) {
      handlers.add(handler);
      return () => void handlers.delete(handler);
    },

    async sweep() {
      await pool.query(
        `delete from vault.drafts where text = '' and aside = '{}' and changed_at < vault.now() - ${span(emptiedForMs)}`,
      );
    },

    async forgetAll(userId) {
      await pool.query('delete from vault.drafts where user_id = $1 or conversation = $2', [
        userId,
        String(userId),
      ]);
    },
  };
}
