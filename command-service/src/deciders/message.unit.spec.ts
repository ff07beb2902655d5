import { texts } from '@pmcw/contracts';
import type { MessageEvent } from '@pmcw/contracts/events';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { given, refused } from '../../test/given.ts';
import { type MessageCommand, messageDecider } from './message.ts';

const audience = { messageId: 'm1', senderId: 7, receiverId: 8 };
const sent: MessageEvent = {
  type: 'MessageSent',
  data: { ...audience, content: 'hello', messageType: 'text', voiceHash: null, voiceSeconds: null },
};
const deleted: MessageEvent = { type: 'MessageDeleted', data: audience };
const send = {
  type: 'SendMessage',
  messageType: 'text',
  voiceHash: null,
  voiceSeconds: null,
  id: 'm1',
  actorId: 7,
  receiverId: 8,
  content: 'hello',
} as const;
const remove = { type: 'DeleteMessage', actorId: 7 } as const;
const taken = refused('message_id_taken', texts.refusals.messageIdTaken);

describe('sending', () => {
  it('records the message, to a member or to all', () => {
    expect(given(messageDecider).when(send)).toEqual([sent]);
    expect(given(messageDecider).when({ ...send, receiverId: null })).toEqual([
      {
        type: 'MessageSent',
        data: {
          ...audience,
          receiverId: null,
          content: 'hello',
          messageType: 'text',
          voiceHash: null,
          voiceSeconds: null,
        },
      },
    ]);
  });

  it('changes nothing when repeated', () => {
    expect(given(messageDecider, sent).when(send)).toEqual([]);
  });

  it.each([
    ['another text', { ...send, content: 'hullo' }],
    ['another receiver', { ...send, receiverId: 9 }],
    ['everyone', { ...send, receiverId: null }],
    ['another sender', { ...send, actorId: 9 }],
    ['a recording', { ...send, messageType: 'voice' as const, voiceHash: 'h1' }],
  ])('under an id that is used for %s is refused', (_, command) => {
    expect(() => given(messageDecider, sent).when(command)).toThrow(taken);
  });

  it('records the hash of a recording, and recognizes it', () => {
    const voice = { ...send, messageType: 'voice', content: '', voiceHash: 'h1', voiceSeconds: 1.5 } as const;
    const said = { messageType: 'voice', content: '', voiceHash: 'h1', voiceSeconds: 1.5 } as const;
    const recorded: MessageEvent = { type: 'MessageSent', data: { ...audience, ...said } };
    expect(given(messageDecider).when(voice)).toEqual([recorded]);
    const { when } = given(messageDecider, recorded);
    expect(when(voice)).toEqual([]);
    expect(() => when({ ...voice, voiceHash: 'h2' })).toThrow(taken);
    expect(() => when({ ...send, content: '' })).toThrow(taken);
  });

  it('with a deleted message’s id is refused as deleted for its sender, and as taken for others', () => {
    const { when } = given(messageDecider, sent, deleted);
    const gone = refused('message_deleted', texts.refusals.messageDeleted);
    expect(() => when(send)).toThrow(gone);
    expect(() => when({ ...send, content: 'hullo' })).toThrow(gone);
    expect(() => when({ ...send, actorId: 9 })).toThrow(taken);
  });
});

describe('deleting', () => {
  it('is only for the sender, once; a repeat changes nothing', () => {
    expect(given(messageDecider, sent).when(remove)).toEqual([deleted]);
    expect(given(messageDecider, sent, deleted).when(remove)).toEqual([]);
  });

  it.each([
    ['an unsent message', []],
    ['another member’s message', [sent]],
    ['another member’s deleted message', [sent, deleted]],
  ])('%s is not found', (_, events) => {
    expect(() => given(messageDecider, ...events).when({ ...remove, actorId: 8 })).toThrow(
      refused('not_found', texts.refusals.messageNotFound),
    );
  });
});

describe('removing by an administrator', () => {
  const byAdministrator = { type: 'RemoveMessage' } as const;

  it('deletes any message, once, and says that it can be restored', () => {
    const removed: MessageEvent = { type: 'MessageDeleted', data: { ...audience, isRemoval: true } };
    expect(given(messageDecider, sent).when(byAdministrator)).toEqual([removed]);
    for (const gone of [deleted, removed])
      expect(given(messageDecider, sent, gone).when(byAdministrator)).toEqual([]);
    expect(() => given(messageDecider).when(byAdministrator)).toThrow(refused('not_found'));
  });
});

const anyCommand: fc.Arbitrary<Exclude<MessageCommand, { type: 'RemoveMessage' }>> = fc.oneof(
  fc.record({
    type: fc.constant('SendMessage' as const),
    id: fc.constant('m1'),
    actorId: fc.integer({ min: 1, max: 3 }),
    receiverId: fc.option(fc.integer({ min: 1, max: 3 })),
    messageType: fc.constant('text' as const),
    voiceHash: fc.constant(null),
    voiceSeconds: fc.constant(null),
    content: fc.constantFrom('hello', 'hullo'),
  }),
  fc.record({ type: fc.constant('DeleteMessage' as const), actorId: fc.integer({ min: 1, max: 3 }) }),
);

describe('any commands with one id', () => {
  it('send at most once, and delete at most once and only for the sender', () => {
    fc.assert(
      fc.property(fc.array(anyCommand, { maxLength: 30 }), (commands) => {
        const events: MessageEvent[] = [];
        for (const command of commands) {
          try {
            const decided = given(messageDecider, ...events).when(command);
            for (const event of decided) expect(event.data.senderId).toBe(command.actorId);
            events.push(...decided);
          } catch (error) {
            expect(error).toHaveProperty('code');
          }
        }
        expect(events.map(({ type }) => type)).toEqual(
          ['MessageSent', 'MessageDeleted'].slice(0, events.length),
        );
      }),
    );
  });
});
