import type { UnreadCount } from '@pmcw/contracts';
import { everyone } from '@pmcw/projections/tables';
import { sql } from 'kysely';
import type { ReadModels } from '../storage/database.ts';
import { type Arguments, prepared } from '../storage/prepared.ts';
import { type SettingRow, toSettings } from './settings.ts';

type ById = Arguments<{ readonly memberId: number }>;

/**
 * Whole runs by their totals, only the first partial one message by message (see `GlobalRunsTable`). Comparing whole
 * keys forces the threads' index: by `position` alone Postgres would scan private messages, too.
 */
const unreadGlobal = prepared((db, given: ById) => {
  const memberId = given.of('memberId');
  const statement = sql<{ count: string } & SettingRow>`
    with mark as (
      select coalesce(max(up_to), 0) as up_to, max(muted_until) as "mutedUntil", max(muted_at) as "mutedAt",
        bool_or(is_marked) as "isMarked", max(marked_at) as "markedAt",
        null::bigint as "deletedUpTo", null::bigint as "deletedAt", null::bigint as "acceptedAt"
      from messages.read_marks
      where reader_id = ${memberId} and peer_id = ${everyone}
    ),
    whole as (
      select min(from_position) as begins, coalesce(sum(live), 0) as live
      from messages.global_runs
      where from_position > (select up_to from mark)
    ),
    own as (
      select coalesce(sum(live), 0) as live
      from messages.global_run_senders
      where sender_id = ${memberId} and from_position > (select up_to from mark)
    ),
    single as (
      select count(*) as live
      from messages.messages
      where (low_id, high_id, position) > (${everyone}, ${everyone}, (select up_to from mark))
        and (low_id, high_id, position) <
          (${everyone}, ${everyone}, coalesce((select begins from whole), 9223372036854775807))
        and sender_id <> ${memberId}
    )
    select whole.live - own.live + single.live as count,
      "mutedUntil", "mutedAt", "isMarked", "markedAt", "deletedUpTo", "deletedAt", "acceptedAt"
    from whole, own, single, mark
  `;
  return { compile: () => statement.compile(db) };
});

/** With the member's settings of the global chat. */
export async function countUnreadGlobal(db: ReadModels, memberId: number): Promise<UnreadCount> {
  const [row] = await unreadGlobal(db, { memberId });
  if (row === undefined) throw new Error('An aggregate gave no row');
  return { count: Number(row.count), settings: toSettings(row) };
}
