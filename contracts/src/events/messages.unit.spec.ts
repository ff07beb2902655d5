import { describe, expect, it } from 'vitest';
import { messageEvents } from './messages.ts';

describe('MessageSent', () => {
  it('of version 1 is a text', () => {
    const { schema, upcasters } = messageEvents.MessageSent;
    const first = { messageId: 'm', senderId: 1, receiverId: null, content: 'hello' };
    expect(schema.parse(upcasters[1](first))).toEqual({
      ...first,
      messageType: 'text',
      voiceHash: null,
      voiceSeconds: null,
    });
  });
});
