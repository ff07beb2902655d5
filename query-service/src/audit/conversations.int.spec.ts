import {
  type ConversationMoment,
  conversationMomentSchema,
  conversationOf,
  type PastConversation,
} from '@pmcw/contracts';
import {
  eventTypes,
  type InboxState,
  inboxFold,
  type MessageState,
  messageFold,
  streams,
} from '@pmcw/contracts/events';
import { createEventStore, type Sealer } from '@pmcw/event-store';
import { scaled } from '@pmcw/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../../test/world.ts';

let world: World;
let [boss, ada, bob] = [0, 0, 0];
beforeAll(async () => {
  world = await openWorld();
  boss = await world.register('boss');
  await world.record({ type: 'AdminGranted', data: { userId: boss } }, streams.user(boss));
  ada = await world.register('ada');
  bob = await world.register('bob');
  await world.settle();
});
afterAll(() => world.close());

const path = (conversation: string, query = '') =>
  `/api/admin/history/conversations/${conversation}?${query}`;
const moment = (conversation: string, query = ''): Promise<ConversationMoment> =>
  world.json(conversationMomentSchema, path(conversation, query), { as: boss });
const remove = (messageId: string, senderId: number, receiverId: number | null) =>
  world.record(
    { type: 'MessageDeleted', data: { messageId, senderId, receiverId } },
    streams.message(messageId),
    senderId,
  );
interface Sent {
  readonly id: string;
  readonly position: string;
  readonly from: number;
  readonly to: number | null;
}
const restore = ({ id, position, from, to }: Sent) =>
  world.record(
    {
      type: 'MessageRestored',
      data: {
        ...{ messageId: id, senderId: from, receiverId: to, messageType: 'text', content: 'words' },
        ...{ voiceHash: null, voiceSeconds: null },
        ...{ sentPosition: position, sentAt: '2026-01-01T00:00:00.000Z' },
      },
    },
    streams.message(id),
    boss,
  );
const mark = (readerId: number, peerId: number, upTo: string) =>
  world.record(
    { type: 'ConversationRead', data: { readerId, peerId, upTo } },
    streams.inbox(readerId),
    readerId,
  );

describe('looking back at a conversation', () => {
  let conversation: string;
  let [first, second] = [
    { id: '', position: '' },
    { id: '', position: '' },
  ];
  beforeAll(async () => {
    conversation = `${ada}-${bob}`;
    first = await world.send(ada, bob, 'Secret one');
    second = await world.send(bob, ada, 'Secret two');
    await world.send(ada, boss, 'Elsewhere');
    await mark(bob, boss, second.position);
    await mark(bob, ada, second.position);
    await remove(first.id, ada, bob);
    await world.settle();
  });

  it('has senders, times, deletions and read marks', async () => {
    const { length, place, members, event, state, before } = await moment(conversation);
    expect([length, place, event.type]).toEqual([4, 3, 'MessageDeleted']);
    expect(members).toEqual([
      { id: ada, username: 'ada' },
      { id: bob, username: 'bob' },
    ]);
    expect(state).toEqual({
      readUpTo: [
        { id: ada, upTo: '0' },
        { id: bob, upTo: second.position },
      ],
      messages: [
        expect.objectContaining({ id: second.id, senderId: bob, status: 'sent', isRead: false }),
        expect.objectContaining({ id: first.id, senderId: ada, status: 'deleted', isRead: true }),
      ],
    });
    expect(before.messages[1]).toMatchObject({ id: first.id, status: 'sent', messageType: 'text' });
  });

  it('does not reveal message texts', async () => {
    for (const place of [0, 1, 2, 3]) {
      const body = JSON.stringify(await moment(conversation, `place=${place}`));
      expect(body).toContain('[sealed]');
      expect(body).not.toContain('Secret');
    }
  });

  it('accepts a place, a position, also between two events, and the present', async () => {
    const now = await moment(conversation);
    expect(await moment(conversation, 'place=99')).toEqual(now);
    expect(await moment(conversation, 'at=9223372036854775807')).toEqual(now);
    const between = await moment(conversation, `at=${BigInt(second.position) + 1n}`);
    expect(between).toEqual(await moment(conversation, 'place=1'));
    expect(between.before.messages.map(({ id }) => id)).toEqual([first.id]);
  });

  it('starts empty', async () => {
    const { before, state } = await moment(conversation, 'place=0');
    expect(before.messages).toEqual([]);
    expect(state.messages).toMatchObject([{ id: first.id, isRead: false }]);
  });

  it('includes the event’s message, however old it is', async () => {
    const old = await world.send(ada, boss, 'Old');
    for (let n = 0; n < 25; n += 1) await world.send(boss, ada, 'New');
    await remove(old.id, ada, boss);
    await world.settle();
    const { state, before } = await moment(`${boss}-${ada}`);
    expect(state.messages).toHaveLength(21);
    expect(state.messages.at(-1)).toMatchObject({ id: old.id, status: 'deleted' });
    expect(before.messages.at(-1)).toMatchObject({ id: old.id, status: 'sent' });
    expect(state.messages.slice(0, -1)).toEqual(before.messages.slice(0, -1));
  });

  it('does not name erased members', async () => {
    const gone = await world.register('gone');
    await world.send(gone, bob, 'Last words');
    await world.record({ type: 'UserDeleted', data: { userId: gone } }, streams.user(gone));
    await world.settle();
    const { members } = await moment(`${bob}-${gone}`);
    expect(members).toEqual([
      { id: bob, username: 'bob' },
      { id: gone, username: null },
    ]);
  });

  it('covers the global chat too, except its read marks', async () => {
    const all = await world.send(ada, null, 'To all');
    await world.record(
      { type: 'GlobalChatRead', data: { readerId: bob, upTo: all.position } },
      streams.inbox(bob),
      bob,
    );
    await remove(all.id, ada, null);
    await world.settle();
    const { length, members, state } = await moment('global');
    expect([length, members]).toEqual([2, [{ id: ada, username: 'ada' }]]);
    expect(state).toMatchObject({ readUpTo: [], messages: [{ status: 'deleted', isRead: null }] });
  });

  it.each(['1-999', '7-3', '9999999999-9999999999'])('is 404 for %s', async (none) => {
    await world.problem(404, 'not_found', path(none), { as: boss });
  });

  it('is 404 before its first event', async () => {
    await world.problem(404, 'not_found', path(conversation, 'at=1'), { as: boss });
  });

  it.each(['ada-bob', '0-1', 'global2'])('is refused for %s', async (name) => {
    await world.problem(400, 'invalid_input', path(name), { as: boss });
  });

  it('takes as many statements for a long conversation as for a short one', async () => {
    for (let n = 0; n < 200; n += 1) await mark(ada, bob, String(n));
    await world.settle();
    const ask = (query: string) =>
      world.statementsOf(() => world.ask(path(conversation, query), { as: boss }));
    expect(await ask('place=0')).toBe(await ask('place=202'));
  });
});

const happening = fc.record({
  kind: fc.constantFrom('send', 'send', 'send', 'delete', 'restore', 'read'),
  isFirst: fc.boolean(),
  /** In the global chat; for read marks, in a conversation with another member. */
  isElsewhere: fc.boolean(),
  /** Index among the messages so far. */
  which: fc.nat(),
});
type Happening = typeof happening extends fc.Arbitrary<infer H> ? H : never;

/** Lets two members act it out. */
async function play(happenings: readonly Happening[], one: number, other: number): Promise<void> {
  const sent: Sent[] = [];
  const gone = new Set<Sent>();
  for (const { kind, isFirst, isElsewhere, which } of happenings) {
    const [from, peer] = isFirst ? [one, other] : [other, one];
    const message = sent[which % Math.max(sent.length, 1)];
    if (kind === 'send') {
      const to = isElsewhere ? null : peer;
      sent.push({ ...(await world.send(from, to, 'words')), from, to });
    } else if (message !== undefined && kind === 'delete') {
      await remove(message.id, message.from, message.to);
      gone.add(message);
    } else if (message !== undefined && kind === 'restore') {
      // Only what is deleted can be restored.
      if (gone.delete(message)) await restore(message);
    } else if (message !== undefined) {
      await mark(from, isElsewhere ? boss : peer, message.position);
    }
  }
}

type Logged = Awaited<ReturnType<typeof wholeLog>>[number];
const epoch = Symbol();
const plain: Sealer = {
  seal: async (fields) => fields.map(({ plaintext }) => plaintext),
  open: async (fields) => fields.map(({ sealed }) => sealed),
  epoch: () => epoch,
};
const wholeLog = async () =>
  (await createEventStore(world.stored, eventTypes, plain).readAll(0n, {}, 100_000)).events;

/** Messages, newest first, and read marks of a conversation, folded from the whole log up to a position. */
function folded(log: readonly Logged[], conversation: string, upTo: bigint): PastConversation {
  const messages = new Map<string, { state: MessageState; first: Logged }>();
  const inboxes = new Map<string, InboxState>();
  for (const event of log.filter(({ position }) => position <= upTo)) {
    const { stream } = event;
    if (messageFold.owns(event) && conversationOf(event.data) === conversation) {
      const { state, first } = messages.get(stream) ?? { state: messageFold.initialState, first: event };
      messages.set(stream, { state: messageFold.evolve(state, event), first });
    }
    if (inboxFold.owns(event))
      inboxes.set(stream, inboxFold.evolve(inboxes.get(stream) ?? inboxFold.initialState, event));
  }
  const readers = conversation === 'global' ? [] : conversation.split('-').map(Number);
  const markOf = (reader: number) => {
    const peer = readers.find((id) => id !== reader) ?? 0;
    return inboxes.get(streams.inbox(reader))?.conversations.get(peer) ?? 0n;
  };
  const all = [...messages.values()].toReversed().flatMap(({ state, first }) => {
    if (state.status === 'absent') return [];
    const { messageId: id, senderId, receiverId, status } = state;
    const isRead = receiverId === null ? null : first.position <= markOf(receiverId);
    const body =
      status === 'sent'
        ? { messageType: state.messageType, content: '[sealed]' }
        : { messageType: null, content: null };
    return [{ id, senderId, sentAt: first.metadata.time, status, ...body, isRead }];
  });
  return { readUpTo: readers.map((id) => ({ id, upTo: String(markOf(id)) })), messages: all };
}

describe('the state at each entry', () => {
  it('equals a fold of the whole log up to there', async () => {
    const run = async (happenings: readonly Happening[]) => {
      const [one, other] = [await world.register('one'), await world.register('other')];
      await play(happenings, one, other);
      await world.settle();
      const log = await wholeLog();
      for (const name of [`${one}-${other}`, 'global']) {
        const events = log.filter(
          (event) => event.type !== 'GlobalChatRead' && conversationOf(event.data) === name,
        );
        for (const [place, { eventId, position, data }] of events.entries()) {
          if (place < events.length - happenings.length) continue;
          const { event, length, state, before } = await moment(name, `place=${place}`);
          expect([event.eventId, length]).toEqual([eventId, events.length]);
          const [now, earlier] = [folded(log, name, position), folded(log, name, position - 1n)];
          const shownIds = new Set(now.messages.slice(0, 20).map(({ id }) => id));
          if ('messageId' in data) shownIds.add(data.messageId);
          const only = ({ readUpTo, messages }: PastConversation) => ({
            readUpTo,
            messages: messages.filter(({ id }) => shownIds.has(id)),
          });
          expect(state).toEqual(only(now));
          expect(before).toEqual(only(earlier));
        }
      }
    };
    const lives = fc.array(happening, { minLength: 50, maxLength: 70 });
    await fc.assert(fc.asyncProperty(lives, run), { numRuns: scaled(1), endOnFailure: true });
  });
});
