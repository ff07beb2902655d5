import { randomUUID } from 'node:crypto';
import type { ProductEvent } from '@pmcw/contracts/events';
import { streams } from '@pmcw/contracts/events';
import type { ProductRecord } from '../src/runner/model.ts';

/** An event as read from the log; its time grows with the position. */
export function recordOf(
  event: ProductEvent,
  position: bigint,
  actorId: number | null = null,
): ProductRecord {
  const id = randomUUID();
  const time = timeAt(position);
  return {
    ...event,
    eventId: id,
    metadata: { actorId, correlationId: id, causationId: id, time },
    stream: streamOf(event),
    revision: 0,
    position,
  };
}

const timeAt = (position: bigint): string =>
  new Date(Date.UTC(2026, 0, 1) + Number(position) * 1000).toISOString();

/** Events as records at the positions after a position. */
export const recordsOf = (events: readonly ProductEvent[], after = 0n): ProductRecord[] =>
  events.map((event, n) => recordOf(event, after + BigInt(n) + 1n));

function streamOf({ data }: ProductEvent): string {
  if ('userId' in data) return streams.user(data.userId);
  if ('caseId' in data) return streams.case(data.caseId);
  if ('messageId' in data) return streams.message(data.messageId);
  if ('readerId' in data) return streams.inbox(data.readerId);
  return 'notificationId' in data ? streams.notification(data.notificationId) : streams.settings();
}

/** The registration of a member called `member<id>`. */
export const registration = (userId: number): ProductEvent => ({
  type: 'UserRegistered',
  data: {
    userId,
    username: `Member${userId}`,
    fullName: `Member No ${userId}`,
    email: `member${userId}@example.org`,
    telegramHandle: '',
    userType: 'General User',
  },
});

const said = (messageId: string) =>
  ({ content: `text of ${messageId}`, messageType: 'text', voiceHash: null, voiceSeconds: null }) as const;

/** A message; without a receiver to the global chat. */
export const message = (
  messageId: string,
  senderId: number,
  receiverId: number | null = null,
  isRequest?: boolean,
): ProductEvent => ({
  type: 'MessageSent',
  data: { messageId, senderId, receiverId, ...said(messageId), isRequest },
});

/** @param sentPosition of the `message` */
export const restoration = (
  messageId: string,
  senderId: number,
  receiverId: number | null,
  sentPosition: bigint | number,
): ProductEvent => ({
  type: 'MessageRestored',
  data: {
    ...{ messageId, senderId, receiverId, ...said(messageId) },
    ...{ sentPosition: String(sentPosition), sentAt: timeAt(BigInt(sentPosition)) },
  },
});

export const deletion = (
  messageId: string,
  senderId: number,
  receiverId: number | null = null,
): ProductEvent => ({
  type: 'MessageDeleted',
  data: { messageId, senderId, receiverId },
});

export const erasure = (userId: number): ProductEvent => ({ type: 'UserDeleted', data: { userId } });

/** A read mark; without a peer in the global chat. */
export const reading = (readerId: number, peerId: number | null, upTo: bigint | number): ProductEvent =>
  peerId === null
    ? { type: 'GlobalChatRead', data: { readerId, upTo: String(upTo) } }
    : { type: 'ConversationRead', data: { readerId, peerId, upTo: String(upTo) } };
