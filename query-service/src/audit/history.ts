import {
  type HistoryEntry,
  type HistoryFilter,
  type HistoryMember,
  type HistoryQuery,
  historyEntrySchema,
  limits,
  ProblemError,
  searchWords,
  texts,
} from '@pmcw/contracts';
import type { ProductEvent } from '@pmcw/contracts/events';
import { chatTypes, type EntriesTable, maxMemberId, partly } from '@pmcw/projections/tables';
import { type RawBuilder, sql } from 'kysely';
import * as v from 'valibot';
import { containsWords } from '../members/search.ts';
import { cutPage } from '../paging/cutPage.ts';
import type { ReadModels } from '../storage/database.ts';
import { containing } from '../storage/like.ts';

export interface RunOf {
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly limit: number;
}

type Condition = RawBuilder<boolean>;

/** By how much an entry's time may precede that of an earlier one. */
const behind = sql`(select interval '1 millisecond' * behind_ms from audit.clock)`;
const sample = sql.raw(partly.sample);
const notChat = sql<boolean>`${sql.raw(partly.notChat)}`;
/** Events of administrators with facts that contain free text. */
const writtenTypes: readonly ProductEvent['type'][] = ['NotificationPublished', 'SettingsChanged'];

const allOf = (conditions: readonly Condition[]): Condition => sql`${sql.join(conditions, sql` and `)}`;

/**
 * The exact condition, and bounds of positions that limit index scans: the nearest entry so far outside of the span
 * that none beyond it can be inside.
 */
function withinTime({ from, to }: HistoryFilter): readonly Condition[] {
  const conditions: Condition[] = [];
  if (from !== undefined) {
    conditions.push(sql`occurred_at >= ${from}`);
    conditions.push(sql`position >= coalesce((
      select b.position from audit.entries b where ${sample} and b.occurred_at < ${from}::timestamptz - ${behind}
      order by b.occurred_at desc, b.position desc limit 1), 0)`);
  }
  if (to !== undefined) {
    conditions.push(sql`occurred_at < ${to}`);
    conditions.push(sql`position <= coalesce((
      select b.position from audit.entries b where ${sample} and b.occurred_at >= ${to}::timestamptz + ${behind}
      order by b.occurred_at, b.position limit 1), 9223372036854775807)`);
  }
  return conditions;
}

function conditionsOf(filter: HistoryFilter, { before, after }: RunOf): readonly Condition[] {
  const conditions: Condition[] = [...withinTime(filter)];
  if (before !== undefined) conditions.push(sql`position < ${before}`);
  if (after !== undefined) conditions.push(sql`position > ${after}`);
  if (filter.actor === 'system') conditions.push(sql`actor_id is null`);
  else if (filter.actor !== undefined) conditions.push(sql`actor_id = ${idOf(filter.actor)}`);
  if (filter.target !== undefined) conditions.push(sql`target_id = ${idOf(filter.target)}`);
  if (filter.stream !== undefined) conditions.push(sql`stream = ${filter.stream}`);
  return conditions;
}

/** Too large ids match no member. */
const idOf = (id: number): number => (id > maxMemberId ? 0 : id);

const newest = (conditions: readonly Condition[], limit: number): RawBuilder<unknown> =>
  sql`(select * from audit.entries where ${allOf([sql`true`, ...conditions])} order by position desc limit ${limit})`;

function newestOfEach(
  column: 'type',
  values: readonly string[],
  conditions: readonly Condition[],
  limit: number,
): RawBuilder<unknown> {
  const legs = values.map((value) => newest([sql`${sql.ref(column)} = ${value}`, ...conditions], limit));
  return sql.join(legs, sql` union `);
}

/** Of all types. The index of one member's entries has those of the chat by type only. */
const newestOfAll = (conditions: readonly Condition[], limit: number): RawBuilder<unknown> =>
  sql`(${newest([notChat, ...conditions], limit)} union all (${newestOfEach('type', chatTypes, conditions, limit)}))`;

const newestOfMembers = (
  column: 'actor_id' | 'target_id',
  members: readonly number[],
  conditions: readonly Condition[],
  limit: number,
): RawBuilder<unknown> => {
  const ofOne = newestOfAll([sql`${sql.ref(column)} = m.id`, ...conditions], limit);
  return sql`(select e.* from unnest(${members}::integer[]) as m (id) cross join lateral ${ofOne} as e)`;
};

/** @throws ProblemError `invalid_input` for too many */
async function membersMeant(db: ReadModels, text: string): Promise<readonly number[]> {
  const limit = limits.historyTextMembersMax + 1;
  const { rows } = await sql<{ member_id: number }>`
    (select member_id from moderation.searched where ${containsWords(searchWords(text) ?? [])} limit ${limit})
    union (select member_id from moderation.wallets where lower(address) = ${text.toLowerCase()} limit ${limit})`.execute(
    db,
  );
  if (rows.length < limit) return rows.map(({ member_id }) => member_id);
  const message = texts.refusals.textMeansTooMany;
  throw new ProblemError('invalid_input', message, { errors: [{ path: 'text', message }] });
}

async function meantBy(
  db: ReadModels,
  text: string,
  conditions: readonly Condition[],
  limit: number,
): Promise<RawBuilder<unknown>> {
  const members = await membersMeant(db, text);
  const isWritten = sql<boolean>`exists (
    select 1 from jsonb_each_text(facts::jsonb) where value ilike ${containing(text)})`;
  const legs = [
    newest([sql`stream = ${text}`, ...conditions], limit),
    newest([sql`event_id = ${text}`, ...conditions], limit),
    newest([sql`correlation_id = ${text}`, ...conditions], limit),
    newestOfEach('type', writtenTypes, [isWritten, ...conditions], limit),
    newestOfMembers('actor_id', members, conditions, limit),
    newestOfMembers('target_id', members, conditions, limit),
  ];
  return sql.join(legs, sql` union `);
}

async function found(db: ReadModels, filter: HistoryFilter, run: RunOf): Promise<RawBuilder<unknown>> {
  const { type: types, text } = filter;
  const conditions = conditionsOf(filter, run);
  const ofTypes: readonly Condition[] = types === undefined ? [] : [sql`type = any(${types}::text[])`];
  if (text !== undefined && text !== '') {
    return meantBy(db, text, [...ofTypes, ...conditions], run.limit);
  }
  if (types === undefined) {
    const isOfMember = (filter.actor === undefined) !== (filter.target === undefined);
    return (isOfMember && filter.stream === undefined ? newestOfAll : newest)(conditions, run.limit);
  }
  if (types.length === 0) return newest([sql`false`], run.limit);
  return newestOfEach('type', types, conditions, run.limit);
}

/**
 * Newest first, with the members' current names.
 * @throws ProblemError `invalid_input` when the text matches more than `historyTextMembersMax` members
 */
export async function findHistory(
  db: ReadModels,
  filter: HistoryFilter,
  run: RunOf,
): Promise<HistoryEntry[]> {
  const rows = await found(db, filter, run);
  return entriesOf(db, sql`select * from (${rows}) as f order by position desc limit ${run.limit}`);
}

export interface HistoryPage {
  readonly entries: readonly HistoryEntry[];
  readonly next: string | null;
}

export async function findHistoryPage(
  db: ReadModels,
  { before, after, limit, ...filter }: HistoryQuery,
): Promise<HistoryPage> {
  const found = await findHistory(db, filter, { before, after, limit: limit + 1 });
  const { shown, last } = cutPage(found, limit);
  return { entries: shown, next: last?.position ?? null };
}

/** Newest first, with the members' current names. */
export async function entriesOf(db: ReadModels, rows: RawBuilder<unknown>): Promise<HistoryEntry[]> {
  const entries = await db
    .selectFrom(sql<EntriesTable>`(${rows})`.as('e'))
    .leftJoin('moderation.members as a', 'a.member_id', 'e.actor_id')
    .leftJoin('moderation.members as t', 't.member_id', 'e.target_id')
    .select([
      'e.position',
      'e.event_id',
      'e.stream',
      'e.revision',
      'e.type',
      'e.actor_id',
      'e.target_id',
      'e.occurred_at',
      'e.correlation_id',
      'e.causation_id',
      'e.undoes',
      'e.facts',
      'a.username as actorName',
      't.username as targetName',
    ])
    .orderBy('e.position', 'desc')
    .execute();
  return entries.map((entry) => ({
    position: entry.position,
    eventId: entry.event_id,
    stream: entry.stream,
    revision: entry.revision,
    type: entry.type,
    actor: memberOf(entry.actor_id, entry.actorName),
    target: memberOf(entry.target_id, entry.targetName),
    occurredAt: entry.occurred_at.toISOString(),
    correlationId: entry.correlation_id,
    causationId: entry.causation_id,
    undoes: entry.undoes,
    facts: factsOf(entry.facts),
  }));
}

const memberOf = (id: number | null, username: string | null): HistoryMember | null =>
  id === null ? null : { id, username };

/** The projector wrote an object. */
const factsOf = (json: string): HistoryEntry['facts'] =>
  v.parse(historyEntrySchema.entries.facts, JSON.parse(json));
