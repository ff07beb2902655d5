import { type Conversation, foldCase, limits, pageSizeSchema, positionSchema, texts } from '@pmcw/contracts';
import { maxMemberId } from '@pmcw/projections/tables';
import { type RawBuilder, sql } from 'kysely';
import * as v from 'valibot';
import { cutPage } from '../paging/cutPage.ts';
import type { ReadModels } from '../storage/database.ts';
import { type Arguments, prepared } from '../storage/prepared.ts';
import { isRequestTo, messageColumns, toJoinedMessage } from './rows.ts';
import { settingColumns, toSettings } from './settings.ts';

function peersOf(db: ReadModels, viewerId: RawBuilder<number>) {
  return db
    .selectFrom('messages.members as p')
    .leftJoin('messages.conversations as c', (join) =>
      join.onRef('c.peer_id', '=', 'p.member_id').on('c.member_id', '=', viewerId),
    )
    .leftJoin('messages.messages as m', 'm.position', 'c.last_position')
    .leftJoin('messages.members as s', 's.member_id', 'm.sender_id')
    .leftJoin('messages.read_marks as mine', (join) =>
      join.on('mine.reader_id', '=', viewerId).onRef('mine.peer_id', '=', 'p.member_id'),
    )
    .leftJoin('messages.read_marks as theirs', (join) =>
      join.onRef('theirs.reader_id', '=', 'p.member_id').on('theirs.peer_id', '=', viewerId),
    )
    .select([
      'p.member_id as peerId',
      'p.username as peerUsername',
      'p.full_name as peerFullName',
      'p.avatar_url as peerAvatarUrl',
      'c.unread_count as unreadCount',
      'c.is_request as isRequestOfPeer',
      'mine.up_to as mineUpTo',
      ...settingColumns,
      'theirs.up_to as theirsUpTo',
      ...messageColumns,
      isRequestTo(viewerId),
    ]);
}

type PeerRow = Awaited<ReturnType<ReturnType<typeof peersOf>['executeTakeFirstOrThrow']>>;

function toConversation(row: PeerRow, viewerId: number): Conversation {
  return {
    userId: row.peerId,
    username: row.peerUsername,
    fullName: row.peerFullName,
    avatarUrl: row.peerAvatarUrl,
    unreadCount: row.unreadCount ?? 0,
    readUpTo: row.theirsUpTo ?? '0',
    ...(row.isRequestOfPeer === true && { isRequest: true }),
    settings: toSettings(row),
    lastMessage: toJoinedMessage({
      ...row,
      markUpTo: row.senderId === viewerId ? row.theirsUpTo : row.mineUpTo,
    }),
  };
}

const cursorSchema = v.pipe(
  v.string(),
  v.regex(/^\d{1,19}\.\d{1,10}$/, texts.validation.invalidValue),
  v.transform((text) => text.split('.')),
  v.tuple([positionSchema, v.pipe(v.string(), v.transform(Number), v.maxValue(maxMemberId))]),
);

/** `before` is opaque. Requests are a list of their own. */
export const conversationsQuerySchema = v.object({
  requests: v.optional(v.picklist(['true', 'false'])),
  before: v.optional(cursorSchema),
  limit: pageSizeSchema(limits.messagesPageSizeMax, limits.messagesPageSizeMax),
});
export type ConversationsQuery = v.InferOutput<typeof conversationsQuerySchema>;

export interface ConversationPage {
  readonly conversations: Conversation[];
  readonly next: string | null;
}

const lastPosition = sql<string>`coalesce(c.last_position, 0)`;

/** As the indexes have them. */
const lists = {
  conversations: sql<boolean>`not c.is_blocked and not c.is_request`,
  requests: sql<boolean>`not c.is_blocked and c.is_request and c.last_position > coalesce(c.deleted_up_to, 0)`,
} as const;
type ListName = keyof typeof lists;

const conversationsOf = (
  db: ReadModels,
  given: Arguments<{ readonly viewerId: number; most: number }>,
  list: ListName,
) =>
  peersOf(db, given.of('viewerId'))
    .where('c.member_id', '=', given.of('viewerId'))
    .where(lists[list])
    .orderBy(lastPosition, 'desc')
    .orderBy('c.peer_id', 'desc')
    .limit(given.of('most'));

interface PageAfter {
  readonly viewerId: number;
  readonly most: number;
  readonly position: string;
  readonly peerId: number;
}

const pagesOf = (list: ListName) => ({
  first: prepared((db, given: Arguments<Pick<PageAfter, 'viewerId' | 'most'>>) =>
    conversationsOf(db, given, list),
  ),
  later: prepared((db, given: Arguments<PageAfter>) =>
    conversationsOf(db, given, list).where(
      sql<boolean>`(${lastPosition}, c.peer_id) < (${given.of('position')}::bigint, ${given.of('peerId')}::integer)`,
    ),
  ),
});
const pages = { conversations: pagesOf('conversations'), requests: pagesOf('requests') };

/** Newest message first; conversations without messages come last. */
export async function findConversations(
  db: ReadModels,
  viewerId: number,
  { before, limit, requests }: ConversationsQuery,
): Promise<ConversationPage> {
  const asked = { viewerId, most: limit + 1 };
  const { first, later } = requests === 'true' ? pages.requests : pages.conversations;
  const rows =
    before === undefined
      ? await first(db, asked)
      : await later(db, { ...asked, position: before[0], peerId: before[1] });
  const { shown, last } = cutPage(rows, limit);
  return {
    conversations: shown.map((row) => toConversation(row, viewerId)),
    next: last === undefined ? null : `${last.position ?? 0}.${last.peerId}`,
  };
}

export interface FoundConversation {
  readonly conversation: Conversation;
  /** Whether there was ever a message, even if deleted. */
  readonly hasBegun: boolean;
  /** A suspended peer can't get messages. */
  readonly isPeerSuspended: boolean;
  /** Whether the peer blocks the viewer, who must learn nothing else of it. */
  readonly isBlockedByPeer: boolean;
}

const conversationByName = prepared(
  (db, given: Arguments<{ readonly viewerId: number; readonly usernameKey: string }>) =>
    peersOf(db, given.of('viewerId'))
      .leftJoin('accounts.accounts as a', 'a.member_id', 'p.member_id')
      .leftJoin('messages.contacts as k', (join) =>
        join.onRef('k.member_id', '=', 'p.member_id').on('k.peer_id', '=', given.of('viewerId')),
      )
      .select(['a.is_suspended as isPeerSuspended', 'k.is_blocked as isBlockedByPeer'])
      .where('p.username_key', '=', given.of('usernameKey')),
);

/** Ignores the case of the name; null if there is no such member. */
export async function findConversation(
  db: ReadModels,
  viewerId: number,
  username: string,
): Promise<FoundConversation | null> {
  const [row] = await conversationByName(db, { viewerId, usernameKey: foldCase(username) });
  if (row === undefined) return null;
  return {
    conversation: toConversation(row, viewerId),
    hasBegun: row.unreadCount !== null,
    isPeerSuspended: row.isPeerSuspended === true,
    isBlockedByPeer: row.isBlockedByPeer === true,
  };
}
