import { describe, expect, it } from 'vitest';
import { type MessageSent, payloadOf, subjectOf } from './payload.ts';

const sentAt = '2026-01-01T00:00:00.000Z';
const message = (data: Partial<MessageSent['data']>): MessageSent => ({
  type: 'MessageSent',
  ...{ eventId: 'e', stream: 'message-m', revision: 0, position: 7n },
  data: {
    ...{ messageId: 'm', senderId: 1, receiverId: 2, messageType: 'text', content: 'hello' },
    ...{ voiceHash: null, voiceSeconds: null },
    ...data,
  },
  metadata: { actorId: 1, correlationId: 'c', causationId: 'c', time: sentAt },
});
const sender = { id: 1, username: 'lena', fullName: 'Lena Weber', avatarUrl: null };

describe('the payload of a push', () => {
  it('has the sender and the position, without the text unless the member chose so', () => {
    const payload = {
      ...{ type: 'message', id: 'm', senderId: 1, position: '7', messageType: 'text', sentAt },
      from: { id: 1, username: 'lena', fullName: 'Lena Weber' },
    };
    expect(payloadOf(message({}), sender, false)).toEqual({ ...payload, text: null });
    expect(payloadOf(message({}), sender, true)).toEqual({ ...payload, text: 'hello' });
  });

  it('names no unknown sender, and has no text of a voice message', () => {
    const voice = message({ messageType: 'voice', content: 'a caption' });
    expect(payloadOf(voice, null, true)).toMatchObject({ from: null, messageType: 'voice', text: null });
  });

  it('has the start of a long text', () => {
    const { text } = payloadOf(message({ content: 'x'.repeat(500) }), sender, true);
    expect(text).toBe(`${'x'.repeat(100)}…`);
  });
});

it('says who sends by an https address, or by one that push services accept', () => {
  expect(subjectOf('https://pmcw.example')).toBe('https://pmcw.example');
  expect(subjectOf('http://localhost:8080')).toBe('mailto:nobody@localhost');
});
