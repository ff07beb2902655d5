import type { Message } from '@pmcw/contracts';
import { everyone } from '@pmcw/projections/tables';
import { sql } from 'kysely';
import type { ReadModels } from '../storage/database.ts';
import { messagesSeenBy, toMessage } from './rows.ts';

/** A page of messages, newest first, and whether older ones follow. */
export interface MessagePage {
  readonly messages: Message[];
  readonly hasMore: boolean;
}

/** Which page: messages before a position (from the newest on when undefined), so many at most. */
export interface PageOf {
  readonly before?: string | undefined;
  readonly limit: number;
}

/** The two ids that name a thread, the smaller one first; the global chat is `0, 0`. */
const threadOf = (viewerId: number, peerId: number | null): readonly [number, number] =>
  peerId === null ? [everyone, everyone] : [Math.min(viewerId, peerId), Math.max(viewerId, peerId)];

/** A page of the viewer's thread with a peer, or of the global chat when `peerId` is null. */
export async function findThreadPage(
  db: ReadModels,
  viewerId: number,
  peerId: number | null,
  { before, limit }: PageOf,
): Promise<MessagePage> {
  const [low, high] = threadOf(viewerId, peerId);
  let page = messagesSeenBy(db, viewerId)
    .where('m.low_id', '=', low)
    .where('m.high_id', '=', high)
    .orderBy('m.position', 'desc')
    // One more than asked for tells whether there are older ones.
    .limit(limit + 1);
  if (before !== undefined) page = page.where('m.position', '<', before);
  const rows = await page.execute();
  return { messages: rows.slice(0, limit).map(toMessage), hasMore: rows.length > limit };
}

/** A thread asked for beside others: the viewer's with a peer. */
export interface ThreadRequest extends PageOf {
  readonly peerId: number;
}

/** Pages of many private threads of the viewer in one statement, in the order asked for. */
export async function findThreadPages(
  db: ReadModels,
  viewerId: number,
  threads: readonly ThreadRequest[],
): Promise<Message[][]> {
  const peers = threads.map(({ peerId }) => peerId);
  const befores = threads.map(({ before }) => before ?? null);
  const limits = threads.map(({ limit }) => limit);
  const asked = sql<{ index: number }>`
    unnest(${peers}::integer[], ${befores}::bigint[], ${limits}::integer[]) with ordinality`;
  const page = messagesSeenBy(db, viewerId)
    .where('m.low_id', '=', sql<number>`least(t.peer_id, ${viewerId})`)
    .where('m.high_id', '=', sql<number>`greatest(t.peer_id, ${viewerId})`)
    .where('m.position', '<', sql<string>`coalesce(t.before, 9223372036854775807)`)
    .orderBy('m.position', 'desc')
    .limit(sql<number>`t.page_size`);
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

/** Whether there is such a member to write to. */
export async function isMember(db: ReadModels, memberId: number): Promise<boolean> {
  const row = await db
    .selectFrom('messages.members')
    .select('member_id')
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return row !== undefined;
}
