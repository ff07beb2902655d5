import {
  type ConversationMoment,
  type ConversationQuery,
  globalConversation,
  type HistoryMember,
  ProblemError,
  texts,
} from '@pmcw/contracts';
import { messageFold, streams as names } from '@pmcw/contracts/events';
import { partly } from '@pmcw/projections/tables';
import { type RawBuilder, sql } from 'kysely';
import type { ReadModels } from '../storage/database.ts';
import { entriesOf } from './history.ts';
import { conversationAfter, type PastReading } from './pastConversation.ts';
import type { LoggedEvent, Streams } from './record.ts';

const messagesShown = 20;
const readsAtOnce = 6;
/** Higher than any place. */
const lastPlace = 2_147_483_647;

interface PlaceInConversation {
  readonly position: string;
  readonly place: number;
  readonly length: number;
}

interface Wanted {
  readonly type: string;
  readonly stream: string;
  readonly revision: number;
}

/** Found in the read model, folded from the log. */
export async function conversationMoment(
  db: ReadModels,
  streams: Streams,
  conversation: string,
  query: ConversationQuery,
): Promise<ConversationMoment> {
  const place = await findPlace(db, conversation, query);
  if (place === null) throw new ProblemError('not_found', texts.refusals.notFound);
  const position = BigInt(place.position);
  const readers = conversation === globalConversation ? [] : conversation.split('-').map(Number);
  const [[event], reading] = await Promise.all([
    entriesOf(db, sql`select * from audit.entries where position = ${place.position}`),
    findStreams(db, conversation, place.position, readers).then((wanted) => read(streams, wanted, readers)),
  ]);
  if (event === undefined) throw new ProblemError('not_found', texts.refusals.notFound);
  const state = conversationAfter(reading, (one) => one.position <= position);
  const before = conversationAfter(reading, (one) => one.position < position);
  const ids = [...readers, ...state.messages.map(({ senderId }) => senderId)];
  const members = await membersNamed(db, [...new Set(ids)]);
  return { conversation, length: place.length, place: place.place, members, event, state, before };
}

const types = [...messageFold.types, 'ConversationRead'] as const;

/**
 * The newest entries of a conversation up to a position. Row comparison forces the index over exactly these columns:
 * otherwise the planner would scan all positions backwards if one conversation dominates the history.
 */
function newest(
  conversation: string,
  [column, value]: readonly ['type' | 'stream', string],
  position: string,
  limit: number,
): RawBuilder<unknown> {
  const which = sql.ref(column);
  const indexed = sql.raw(column === 'type' ? partly.ofConversation : partly.isMark);
  return sql`(
    select type, stream, revision, position, place from (
      select * from audit.entries
      where ${indexed} and (conversation, ${which}, position) <= (${conversation}, ${value}, ${position})
      order by conversation desc, ${which} desc, position desc limit ${limit}) as e
    where conversation = ${conversation} and ${which} = ${value})`;
}

async function findPlace(
  db: ReadModels,
  conversation: string,
  { at, place }: ConversationQuery,
): Promise<PlaceInConversation | null> {
  const ofIt = sql`from audit.entries where conversation = ${conversation}`;
  const chosen =
    at === undefined || place !== undefined
      ? sql`select position, place ${ofIt} and place <= ${place ?? lastPlace} order by place desc limit 1`
      : sql`select position, place from (${sql.join(
          types.map((type) => newest(conversation, ['type', type], at, 1)),
          sql` union all `,
        )}) as e order by position desc limit 1`;
  const { rows } = await sql<PlaceInConversation>`
    select position, place, (select max(place) ${ofIt}) + 1 as length from (${chosen}) as chosen`.execute(db);
  return rows[0] ?? null;
}

async function findStreams(
  db: ReadModels,
  conversation: string,
  position: string,
  readers: readonly number[],
): Promise<readonly Wanted[]> {
  const legs = [
    newest(conversation, ['type', 'MessageSent'], position, messagesShown),
    sql`(select type, stream, 0, position, place from audit.entries
      where position = ${position} and type in ('MessageDeleted', 'MessageRestored'))`,
    ...readers.map((reader) => newest(conversation, ['stream', names.inbox(reader)], position, 2)),
  ];
  const { rows } = await sql<Wanted>`
    select type, stream, revision from (${sql.join(legs, sql` union all `)}) as e order by position`.execute(
    db,
  );
  return rows;
}

async function read(
  log: Streams,
  wanted: readonly Wanted[],
  readers: readonly number[],
): Promise<PastReading> {
  const isMark = ({ type }: Wanted) => type === 'ConversationRead';
  const messages = new Set(wanted.filter((one) => !isMark(one)).map(({ stream }) => stream));
  const [sent, marks] = await Promise.all([
    inTurns([...messages], (stream) => eventsOf(log, stream)),
    inTurns(wanted.filter(isMark), ({ stream, revision }) => eventsOf(log, stream, revision, 1)),
  ]);
  return {
    messages: sent,
    readers: readers.map((id) => ({
      id,
      peerId: readers.find((other) => other !== id) ?? id,
      marks: marks.flat().filter(({ stream }) => stream === names.inbox(id)),
    })),
  };
}

async function eventsOf(log: Streams, stream: string, from = 0, most = 10): Promise<LoggedEvent[]> {
  const events: LoggedEvent[] = [];
  for await (const event of log.readSealed(stream, from).events) {
    events.push(event);
    if (events.length === most) break;
  }
  return events;
}

async function inTurns<Item, Result>(
  items: readonly Item[],
  readOne: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  // The readers share one iterator.
  const waiting = items.entries();
  const reader = async () => {
    for (const [n, item] of waiting) results[n] = await readOne(item);
  };
  await Promise.all(Array.from({ length: readsAtOnce }, reader));
  return results;
}

async function membersNamed(db: ReadModels, ids: readonly number[]): Promise<HistoryMember[]> {
  const rows = await db
    .selectFrom('moderation.members')
    .select(['member_id', 'username'])
    .where('member_id', 'in', ids)
    .execute();
  const names = new Map(rows.map(({ member_id, username }) => [member_id, username]));
  return ids.map((id) => ({ id, username: names.get(id) ?? null }));
}
