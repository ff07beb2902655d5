import { randomUUID } from 'node:crypto';
import type { Change } from '../src/frames/change.ts';
import { type ChangeEvent, changeOf } from '../src/frames/change.ts';

type Sent = Extract<ChangeEvent, { type: 'MessageSent' }>;
type Deleted = Extract<ChangeEvent, { type: 'MessageDeleted' }>;

/** Fields of every recorded event. */
export function recorded(position: bigint, stream: string, revision = 0) {
  const metadata = {
    actorId: 1,
    correlationId: 'c',
    causationId: 'c',
    time: new Date(Number(position)).toISOString(),
  };
  return { eventId: randomUUID(), metadata, stream, revision, position };
}

/** Without a receiver, a global message. */
export function sent(position: bigint, senderId: number, receiverId: number | null): Sent {
  const messageId = `message-at-${position}`;
  const data = {
    messageId,
    senderId,
    receiverId,
    content: `text ${position}`,
    messageType: 'text',
    voiceHash: null,
    voiceSeconds: null,
  } as const;
  return { type: 'MessageSent', data, ...recorded(position, `message-${messageId}`) };
}

export function deleted(position: bigint, message: Sent): Deleted {
  const { messageId, senderId, receiverId } = message.data;
  const data = { messageId, senderId, receiverId };
  return { type: 'MessageDeleted', data, ...recorded(position, message.stream, 1) };
}

export function restored(position: bigint, { data, metadata, ...message }: Sent): ChangeEvent {
  const sentAt = { sentPosition: String(message.position), sentAt: metadata.time };
  return {
    ...{ type: 'MessageRestored', data: { ...data, ...sentAt } },
    ...recorded(position, message.stream, 2),
  };
}

export function erased(position: bigint, userId: number): ChangeEvent {
  return { type: 'UserDeleted', data: { userId }, ...recorded(position, `user-${userId}`, 9) };
}

/** A sender's card where it doesn't matter. */
export const someCard = { username: 'lena', fullName: 'Lena Weber', avatarUrl: null };

export const asChange = (event: ChangeEvent): Change => changeOf(event, () => someCard);
