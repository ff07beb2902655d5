import type { ProductEvent } from '@pmcw/contracts/events';
import { describe, expect, it } from 'vitest';
import { conversationAfter, type PastReading } from './pastConversation.ts';
import type { LoggedEvent } from './record.ts';

const at = (position: bigint, event: ProductEvent): LoggedEvent => ({
  ...event,
  ...{ eventId: `e${position}`, stream: 's', revision: 0, position },
  metadata: { actorId: 1, correlationId: 'c', causationId: 'c', time: `2026-01-01T00:00:0${position}.000Z` },
});
const sent = (position: bigint, senderId: number, receiverId: number | null) =>
  at(position, {
    type: 'MessageSent',
    data: {
      ...{ messageId: `m${position}`, senderId, receiverId, messageType: 'text', content: 'token' },
      ...{ voiceHash: null, voiceSeconds: null },
    },
  });
const read = (position: bigint, readerId: number, peerId: number, upTo: string) =>
  at(position, { type: 'ConversationRead', data: { readerId, peerId, upTo } });
const deleted = (position: bigint, of: LoggedEvent) => {
  if (of.type !== 'MessageSent') expect.unreachable();
  const { messageId, senderId, receiverId } = of.data;
  return at(position, { type: 'MessageDeleted', data: { messageId, senderId, receiverId } });
};

const [first, second] = [sent(1n, 1, 2), sent(2n, 2, 1)];
const reading: PastReading = {
  readers: [
    { id: 1, peerId: 2, marks: [] },
    { id: 2, peerId: 1, marks: [read(3n, 2, 1, '1'), read(5n, 2, 1, '4')] },
  ],
  messages: [[second], [first, deleted(4n, first)]],
};
const upTo = (position: bigint) => conversationAfter(reading, (event) => event.position <= position);

describe('a conversation', () => {
  it('has past messages, newest first', () => {
    expect(upTo(0n).messages).toEqual([]);
    expect(upTo(1n).messages.map(({ id }) => id)).toEqual(['m1']);
    expect(upTo(2n).messages.map(({ id }) => id)).toEqual(['m2', 'm1']);
  });

  it('has the read marks of that time', () => {
    const isRead = (position: bigint) => upTo(position).messages.map((message) => message.isRead);
    expect(isRead(2n)).toEqual([false, false]);
    expect(isRead(3n)).toEqual([false, true]);
    expect(upTo(4n).readUpTo[1]).toEqual({ id: 2, upTo: '1' });
    expect(upTo(5n).readUpTo).toEqual([
      { id: 1, upTo: '0' },
      { id: 2, upTo: '4' },
    ]);
  });

  it('seals texts, and omits deleted ones', () => {
    expect(upTo(3n).messages[1]).toMatchObject({ status: 'sent', messageType: 'text', content: '[sealed]' });
    expect(upTo(4n).messages[1]).toMatchObject({ status: 'deleted', messageType: null, content: null });
    expect(JSON.stringify(upTo(5n))).not.toContain('token');
  });

  it('has no read marks in the global chat', () => {
    const all = conversationAfter({ readers: [], messages: [[sent(1n, 1, null)]] }, () => true);
    expect(all).toMatchObject({ readUpTo: [], messages: [{ isRead: null }] });
  });
});
