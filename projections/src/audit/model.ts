import { conversationOf } from '@pmcw/contracts';
import { auditedEvents, eventTypes } from '@pmcw/contracts/events';
import type { EventTypeDefinition } from '@pmcw/event-store';
import type { ProductRecord, ReadModel } from '../runner/model.ts';
import { arraysOf, givenRows } from '../storage/table.ts';
import { clock, type EntriesTable, entries, modelVersions, partly } from '../tables.ts';

const placesDdl = `create index on entries (conversation, place) where ${partly.ofConversation}`;

/** Every index of a list ends in its order, so that no page must be sorted. */
const readerDdl = [
  'create index on entries (type, position)',
  `create index on entries (actor_id, position) where ${partly.notChat}`,
  'create index on entries (actor_id, type, position)',
  `create index on entries (target_id, position) where ${partly.notChat}`,
  'create index on entries (target_id, type, position)',
  'create index on entries (stream, position)',
  `create index on entries (occurred_at, position) where ${partly.sample}`,
  'create index on entries (correlation_id, position)',
  `create index on entries (causation_id) where ${partly.notChat}`,
  'create index on entries (event_id)',
  `create index on entries (conversation, type, position) where ${partly.ofConversation}`,
  `create index on entries (conversation, stream, position) where ${partly.isMark}`,
];

const isAudited = (name: string): name is keyof typeof auditedEvents => Object.hasOwn(auditedEvents, name);
const allTypes = Object.keys(auditedEvents).filter(isAudited);

function targetOf({ data }: ProductRecord): number | null {
  if ('userId' in data) return data.userId;
  if ('receiverId' in data) return data.receiverId;
  if ('peerId' in data) return data.peerId;
  if ('memberId' in data) return data.memberId;
  return 'readerId' in data ? data.readerId : null;
}

function factsOf({ type, data }: ProductRecord): string {
  const { personal }: EventTypeDefinition = eventTypes[type];
  const facts = Object.entries(data).filter(([name]) => personal?.fields.includes(name) !== true);
  return JSON.stringify(Object.fromEntries(facts));
}

function entryOf(event: ProductRecord): Omit<EntriesTable, 'place'> {
  const { actorId, correlationId, causationId, time, undoes = null } = event.metadata;
  return {
    position: String(event.position),
    event_id: event.eventId,
    stream: event.stream,
    revision: event.revision,
    type: event.type,
    actor_id: actorId,
    target_id: targetOf(event),
    occurred_at: new Date(time),
    correlation_id: correlationId,
    causation_id: causationId,
    undoes,
    facts: factsOf(event),
    conversation: conversationOf(event.data),
  };
}

const given = entries.columns.filter((column) => column !== 'place');
const own = given.join(', ');
const ms = (interval: string) => `(extract(epoch from ${interval}) * 1000)::bigint`;
/**
 * Numbers the entries of each conversation in order of position, after those that are there; and measures by how much
 * times go back, for searches of a time span.
 */
const insertEntries = `
  with given as (select * from ${givenRows(entries, given)}),
  started as (
    select conversation, (select coalesce(max(place) + 1, 0) from entries e where e.conversation = g.conversation) as next
    from (select distinct conversation from given where conversation is not null) g
  ),
  timed as (select occurred_at, max(occurred_at) over (order by position) - occurred_at as behind from given),
  measured as (
    insert into clock as c (only_row, latest, behind_ms)
    select true, max(occurred_at), ${ms('max(behind)')} from timed
    on conflict (only_row) do update set latest = greatest(c.latest, excluded.latest), behind_ms = greatest(
      c.behind_ms, excluded.behind_ms, ${ms('c.latest - (select min(occurred_at) from given)')})
  )
  insert into entries (${own}, place)
  select ${own}, next - 1 + row_number() over (partition by conversation order by position)
  from given left join started using (conversation)`;

/** All events, for administrators, without personal fields. */
export const auditModel: ReadModel = {
  name: 'audit',
  version: modelVersions.audit,
  types: allTypes,
  ddl: [entries.ddl, placesDdl, clock.ddl],
  readerDdl,
  async apply(tx, events) {
    await tx.query(insertEntries, arraysOf(events.map(entryOf), given));
  },
};
