import { balanced, globalReceiverId, type Message, mediaUrl } from '@pmcw/contracts';
import { everyone } from '@pmcw/projections/tables';
import { type RawBuilder, sql } from 'kysely';
import type { ReadModels } from '../storage/database.ts';

export interface MessageRow {
  readonly id: string;
  readonly senderId: number;
  readonly receiverId: number | null;
  readonly content: string;
  readonly messageType: Message['messageType'];
  readonly voiceHash: string | null;
  readonly voiceSeconds: number | null;
  readonly isRequest: boolean;
  readonly createdAt: Date;
  readonly position: string;
  readonly username: string;
  readonly fullName: string;
  readonly avatarUrl: string | null;
  /** The receiver's read mark, in the global chat the viewer's; null if nothing was read. */
  readonly markUpTo: string | null;
}

type Viewer = number | RawBuilder<number>;

export const messageColumns = [
  'm.message_id as id',
  'm.sender_id as senderId',
  'm.receiver_id as receiverId',
  'm.content',
  'm.message_type as messageType',
  'm.voice_hash as voiceHash',
  'm.voice_seconds as voiceSeconds',
  'm.created_at as createdAt',
  'm.position',
  's.username',
  's.full_name as fullName',
  's.avatar_url as avatarUrl',
] as const;

/** Only for its receiver: its sender must not learn that it is a request. */
export const isRequestTo = (viewerId: Viewer) =>
  sql<boolean>`m.is_request and m.receiver_id = ${viewerId}`.as('isRequest');

export const storedMessages = (db: ReadModels) => db.selectFrom('messages.messages').selectAll();

export function messagesSeenBy(db: ReadModels, viewerId: Viewer, messages = storedMessages(db)) {
  return db
    .selectFrom(messages.as('m'))
    .innerJoin('messages.members as s', 's.member_id', 'm.sender_id')
    .leftJoin('messages.read_marks as mark', (join) =>
      join
        .on('mark.reader_id', '=', sql<number>`coalesce(m.receiver_id, ${viewerId})`)
        .on(
          'mark.peer_id',
          '=',
          sql<number>`case when m.receiver_id is null then ${everyone} else m.sender_id end`,
        ),
    )
    .select([...messageColumns, isRequestTo(viewerId), 'mark.up_to as markUpTo']);
}

export function toMessage(row: MessageRow): Message {
  const { id, senderId, receiverId, content, position, username, fullName, avatarUrl } = row;
  return {
    id,
    senderId,
    receiverId: receiverId ?? globalReceiverId,
    content: balanced(content),
    messageType: row.messageType,
    voiceUrl: mediaUrl(row.voiceHash),
    voiceSeconds: row.voiceSeconds,
    ...(row.isRequest && { isRequest: true }),
    isGlobal: receiverId === null,
    isRead: row.markUpTo !== null && BigInt(row.markUpTo) >= BigInt(position),
    createdAt: row.createdAt.toISOString(),
    position,
    sender: { username, fullName, avatarUrl },
  };
}

/** After an outer join. */
export type JoinedMessageRow = { readonly [K in keyof MessageRow]: MessageRow[K] | null };

export function toJoinedMessage(row: JoinedMessageRow): Message | null {
  const { id, senderId, content, messageType, isRequest, createdAt, position, username, fullName } = row;
  if (id === null || senderId === null || content === null || createdAt === null) return null;
  if (messageType === null || position === null || username === null || fullName === null) return null;
  const known = { id, senderId, content, messageType, createdAt, position, username, fullName };
  return toMessage({ ...row, ...known, isRequest: isRequest === true });
}
