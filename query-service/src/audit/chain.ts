import { type HistoryChain, type HistoryEntry, limits } from '@pmcw/contracts';
import { partly } from '@pmcw/projections/tables';
import { sql } from 'kysely';
import type { ReadModels } from '../storage/database.ts';
import { entriesOf } from './history.ts';

/** Nothing causes them. */
const notChat = sql.raw(partly.notChat);
/** An event may undo another, which may have undone an earlier one. */
const farthestCause = 20;

export async function findEntry(db: ReadModels, eventId: string): Promise<HistoryEntry | null> {
  const [entry] = await entriesOf(db, sql`select * from audit.entries where event_id = ${eventId} limit 1`);
  return entry ?? null;
}

/** Null if there is no such event. */
export async function findChain(db: ReadModels, eventId: string): Promise<HistoryChain | null> {
  const most = limits.historyChainMax;
  const chain = sql`
    with recursive causes as (
      select event_id, causation_id, correlation_id, 0 as distance from audit.entries where event_id = ${eventId}
      union all
      select c.event_id, c.causation_id, c.correlation_id, e.distance + 1
      from causes e join audit.entries c on c.event_id = e.causation_id and c.event_id <> e.event_id
      where e.distance < ${farthestCause}
    ), hanging as (
      select event_id from causes
      union
      (select r.event_id from (select distinct correlation_id from causes) c
        cross join lateral (
          select event_id from audit.entries where correlation_id = c.correlation_id order by position limit ${most}
        ) r)
      union
      select e.event_id from hanging h join audit.entries e on e.causation_id = h.event_id and ${notChat}
    )
    select e.* from (select event_id from hanging limit ${most + 1}) h join audit.entries e using (event_id)`;
  const entries = await entriesOf(db, chain);
  if (entries.length === 0) return null;
  const isWhole = entries.length <= most;
  // The newest is dropped, but never the requested one.
  const left = isWhole ? undefined : entries.find((entry) => entry.eventId !== eventId);
  return { entries: entries.filter((entry) => entry !== left).toReversed(), isWhole };
}
