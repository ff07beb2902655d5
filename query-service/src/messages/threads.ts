import type { Message } from '@pmcw/contracts';
import { everyone } from '@pmcw/projections/tables';
import { type RawBuilder, sql } from 'kysely';
import type { PageRequest } from '../paging/pageRequest.ts';
import type { ReadModels } from '../storage/database.ts';
import { type Arguments, prepared } from '../storage/prepared.ts';
import { messagesSeenBy, storedMessages, toMessage } from './rows.ts';

export interface MessagePage {
  readonly messages: Message[];
  readonly hasMore: boolean;
}

/** Smaller id first; `0, 0` for the global chat. */
const threadOf = (viewerId: number, peerId: number | null): readonly [number, number] =>
  peerId === null ? [everyone, everyone] : [Math.min(viewerId, peerId), Math.max(viewerId, peerId)];

/** Larger than every position. */
const afterAll = '9223372036854775807';

/**
 * The newest messages of a thread between two positions. Comparing whole keys forces the threads' index: for a long
 * thread Postgres would otherwise scan all positions, including later messages of other threads.
 */
function newestOf(
  db: ReadModels,
  [low, high]: readonly [RawBuilder<number>, RawBuilder<number>],
  [after, before]: readonly [RawBuilder<string>, RawBuilder<string>],
  limit: RawBuilder<number>,
) {
  const key = sql`(low_id, high_id, position)`;
  return storedMessages(db)
    .where(sql<boolean>`${key} > (${low}, ${high}, ${after})`)
    .where(sql<boolean>`${key} < (${low}, ${high}, ${before})`)
    .orderBy('low_id', 'desc')
    .orderBy('high_id', 'desc')
    .orderBy('position', 'desc')
    .limit(limit);
}

/** Messages of a request that the viewer deleted stay hidden. */
const shownAfter = (viewerId: RawBuilder<number>, peerId: RawBuilder<number>) => sql<string>`coalesce((
  select c.deleted_up_to from messages.conversations c where c.member_id = ${viewerId} and c.peer_id = ${peerId}), 0)`;

interface ThreadPage {
  readonly low: number;
  readonly high: number;
  readonly before: string;
  readonly most: number;
  readonly viewerId: number;
  /** 0 for the global chat. */
  readonly peerId: number;
}

const threadPage = prepared((db, given: Arguments<ThreadPage>) => {
  const thread = [
    sql<number>`${given.of('low')}::integer`,
    sql<number>`${given.of('high')}::integer`,
  ] as const;
  const after = shownAfter(given.of('viewerId'), given.of('peerId'));
  const newest = newestOf(db, thread, [after, sql`${given.of('before')}::bigint`], given.of('most'));
  return messagesSeenBy(db, given.of('viewerId'), newest).orderBy('m.position', 'desc');
});

/** Of the global chat when `peerId` is null. */
export async function findThreadPage(
  db: ReadModels,
  viewerId: number,
  peerId: number | null,
  { before = afterAll, limit }: PageRequest,
): Promise<MessagePage> {
  const [low, high] = threadOf(viewerId, peerId);
  // One more shows whether there are older ones.
  const rows = await threadPage(db, {
    low,
    high,
    before,
    most: limit + 1,
    viewerId,
    peerId: peerId ?? everyone,
  });
  return { messages: rows.slice(0, limit).map(toMessage), hasMore: rows.length > limit };
}

export interface ThreadRequest extends PageRequest {
  readonly peerId: number;
}

/** In one statement, in the requested order. */
export async function findThreadPages(
  db: ReadModels,
  viewerId: number,
  threads: readonly ThreadRequest[],
): Promise<Message[][]> {
  const peers = threads.map(({ peerId }) => peerId);
  const befores = threads.map(({ before = afterAll }) => before);
  const limits = threads.map(({ limit }) => limit);
  const asked = sql<{ index: number }>`
    unnest(${peers}::integer[], ${befores}::bigint[], ${limits}::integer[]) with ordinality`;
  const thread = [
    sql<number>`least(t.peer_id, ${viewerId}::integer)`,
    sql<number>`greatest(t.peer_id, ${viewerId}::integer)`,
  ] as const;
  const after = shownAfter(sql`${viewerId}::integer`, sql`t.peer_id`);
  const page = messagesSeenBy(db, viewerId, newestOf(db, thread, [after, sql`t.before`], sql`t.page_size`));
  const rows = await db
    .selectFrom(asked.as<'t'>(sql`t (peer_id, before, page_size, index)`))
    .innerJoinLateral(page.as('page'), (join) => join.onTrue())
    .selectAll('page')
    .select(sql<number>`t.index::integer`.as('index'))
    .orderBy('t.index')
    .orderBy('page.position', 'desc')
    .execute();
  const pages = threads.map((): Message[] => []);
  for (const { index, ...row } of rows) pages[index - 1]?.push(toMessage(row));
  return pages;
}

export async function isMember(db: ReadModels, memberId: number): Promise<boolean> {
  const row = await db
    .selectFrom('messages.members')
    .select('member_id')
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return row !== undefined;
}
