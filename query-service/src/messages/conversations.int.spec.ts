import { conversationSchema, conversationsSchema, texts } from '@pmcw/contracts';
import { streams } from '@pmcw/contracts/events';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTalk, type Talk } from '../../test/talk.ts';
import type { World } from '../../test/world.ts';

let talk: Talk;
let world: World;
let ada: number;
let bob: number;
let eve: number;
let round: number;
beforeAll(async () => {
  talk = await openTalk();
  world = talk.world;
});
afterAll(() => world.close());
beforeEach(async () => {
  ({ ada, bob, eve, round } = await talk.three());
});

const list = (as: number, query = '') =>
  world.json(conversationsSchema, `/api/messages/conversations${query}`, { as });

describe('GET /api/messages/conversations', () => {
  it('lists the member’s own, newest first, with last message, unread count and the peer’s mark', async () => {
    const early = await world.send(ada, bob, 'early');
    await world.send(bob, ada, 'one');
    const late = await world.send(bob, ada, 'two');
    await world.send(eve, ada, 'from eve');
    const mark = await talk.read(bob, ada, early.position);
    await world.settle();
    const conversations = await list(ada);
    expect(conversations.map(({ userId, unreadCount }) => [userId, unreadCount])).toEqual([
      [eve, 1],
      [bob, 2],
    ]);
    expect(conversations[1]).toMatchObject({
      username: `bob_${round}`,
      fullName: `bob_${round} of Test`,
      avatarUrl: null,
      readUpTo: early.position,
      lastMessage: { id: late.id, content: 'two', isRead: false, sender: { username: `bob_${round}` } },
    });
    expect(BigInt(mark)).toBeGreaterThan(BigInt(late.position));
    expect((await list(bob)).map(({ userId, unreadCount }) => [userId, unreadCount])).toEqual([[ada, 0]]);
  });

  it('shows whether the receiver has read the last message, in both directions', async () => {
    const mine = await world.send(ada, bob, 'read this');
    await talk.read(bob, ada, mine.position);
    const theirs = await world.send(eve, ada, 'and this');
    await talk.read(ada, eve, theirs.position);
    await world.settle();
    expect((await list(ada)).map(({ lastMessage }) => lastMessage?.isRead)).toEqual([true, true]);
  });

  it('keeps a conversation whose messages were all deleted, at the end', async () => {
    const { id } = await world.send(ada, bob, 'gone');
    await talk.remove(id, ada, bob);
    await world.send(ada, eve, 'here');
    await world.settle();
    expect(
      (await list(ada)).map(({ userId, lastMessage }) => [userId, lastMessage?.content ?? null]),
    ).toEqual([
      [eve, 'here'],
      [bob, null],
    ]);
  });

  it('pages to the end, including those without messages', async () => {
    const others = [bob, eve, await world.register(`fay_${round}`), await world.register(`gil_${round}`)];
    for (const other of others) {
      const { id } = await world.send(ada, other, 'hey');
      if (other === bob || other === eve) await talk.remove(id, ada, other);
    }
    await world.settle();
    const seen: number[] = [];
    let next: string | undefined = '/api/messages/conversations?limit=1';
    while (next !== undefined) {
      const response = await world.ask(next, { as: ada });
      seen.push(...(await world.json(conversationsSchema, next, { as: ada })).map(({ userId }) => userId));
      next = /^<([^>]+)>/.exec(response.headers.get('link') ?? '')?.[1];
    }
    expect(seen).toEqual([...others].reverse());
  });

  it('refuses strangers and an invalid cursor', async () => {
    await world.problem(401, 'not_signed_in', '/api/messages/conversations');
    for (const before of ['x', '1', '1.2.3', '1.9999999999', '99999999999999999999.1']) {
      await world.problem(400, 'invalid_input', `/api/messages/conversations?before=${before}`, { as: ada });
    }
  });

  it('takes one statement for any number of conversations', async () => {
    for (const other of [bob, eve]) await world.send(ada, other, 'hey');
    await world.settle();
    expect(await world.statementsOf(() => list(ada))).toBe(1);
  });
});

describe('requests', () => {
  const requests = (as: number) =>
    world.json(conversationsSchema, '/api/messages/conversations?requests=true', { as });
  const answer = (type: 'ConversationAccepted' | 'RequestDeleted', deletedUpTo = '0') =>
    type === 'ConversationAccepted'
      ? world.record({ type, data: { readerId: ada, peerId: bob } }, streams.inbox(ada))
      : world.record({ type, data: { readerId: ada, peerId: bob, deletedUpTo } }, streams.inbox(ada));
  const idsOf = (conversations: readonly { readonly userId: number }[]) =>
    conversations.map(({ userId }) => userId);

  it('are a list of their own, of the receiver only', async () => {
    await world.send(bob, ada, 'hello', { isRequest: true });
    await world.send(eve, ada, 'hi');
    await world.settle();
    expect([idsOf(await list(ada)), idsOf(await requests(ada))]).toEqual([[eve], [bob]]);
    expect((await requests(ada))[0]).toMatchObject({ isRequest: true, lastMessage: { isRequest: true } });
    expect([idsOf(await list(bob)), idsOf(await requests(bob))]).toEqual([[ada], []]);
  });

  it('are not known as such to their sender', async () => {
    await world.send(bob, ada, 'hello', { isRequest: true });
    await world.settle();
    const shown = async (reader: number, peer: number) =>
      JSON.stringify([
        await list(reader),
        await talk.thread(reader, String(peer)),
        await (await world.ask('/api/messages/changes?after=0', { as: reader })).text(),
      ]);
    expect(await shown(bob, ada)).not.toContain('isRequest');
    expect(await talk.thread(ada, String(bob))).toMatchObject([{ isRequest: true }]);
  });

  it.each(['accepted', 'answered'] as const)('that were %s are conversations', async (how) => {
    await world.send(bob, ada, 'hello', { isRequest: true });
    if (how === 'accepted') await answer('ConversationAccepted');
    else await world.send(ada, bob, 'hello');
    await world.settle();
    expect([idsOf(await list(ada)), idsOf(await requests(ada))]).toEqual([[bob], []]);
  });

  it('that were deleted come back with the next message only', async () => {
    const { position } = await world.send(bob, ada, 'one', { isRequest: true });
    await answer('RequestDeleted', position);
    await world.settle();
    expect([await list(ada), await requests(ada), await talk.thread(ada, String(bob))]).toEqual([[], [], []]);
    expect(await talk.thread(bob, String(ada))).toHaveLength(1);
    await world.send(bob, ada, 'two', { isRequest: true });
    await world.settle();
    expect(await requests(ada)).toMatchObject([{ settings: { deletedUpTo: position } }]);
    expect((await talk.thread(ada, String(bob))).map(({ content }) => content)).toEqual(['two']);
  });
});

describe('GET /api/messages/find-conversation/{username}', () => {
  const find = (as: number, username: string) =>
    world.json(conversationSchema, `/api/messages/find-conversation/${username}`, { as });

  it('finds the conversation, in any case of the name', async () => {
    await world.send(bob, ada, 'hello');
    await world.settle();
    expect(await find(ada, `BOB_${round}`)).toMatchObject({
      userId: bob,
      unreadCount: 1,
      lastMessage: { content: 'hello' },
    });
  });

  it('returns an empty one for a new peer, without creating it', async () => {
    await world.settle();
    expect(await find(ada, `bob_${round}`)).toEqual({
      userId: bob,
      username: `bob_${round}`,
      fullName: `bob_${round} of Test`,
      avatarUrl: null,
      unreadCount: 0,
      readUpTo: '0',
      lastMessage: null,
      settings: { mutedUntil: null, isMarkedUnread: false, deletedUpTo: null, position: '0' },
    });
    expect(await world.json(conversationsSchema, '/api/messages/conversations', { as: ada })).toEqual([]);
  });

  it('is refused to strangers, for the member themselves and for unknown members', async () => {
    await world.settle();
    await world.problem(401, 'not_signed_in', `/api/messages/find-conversation/bob_${round}`);
    await world.problem(400, 'invalid_input', `/api/messages/find-conversation/ada_${round}`, { as: ada });
    await world.problem(404, 'not_found', '/api/messages/find-conversation/nobody', { as: ada });
  });

  it('is refused for a suspended member, unless the conversation exists', async () => {
    const path = `/api/messages/find-conversation/bob_${round}`;
    await world.send(eve, bob, 'before');
    await world.record({ type: 'UserSuspended', data: { userId: bob } }, streams.user(bob));
    await world.settle();
    expect(await world.problem(409, 'member_suspended', path, { as: ada })).toMatchObject({
      detail: texts.refusals.suspendedMember,
    });
    expect(await find(eve, `bob_${round}`)).toMatchObject({ lastMessage: { content: 'before' } });
    await world.record({ type: 'UserUnsuspended', data: { userId: bob } }, streams.user(bob));
    await world.settle();
    expect(await find(ada, `bob_${round}`)).toMatchObject({ lastMessage: null });
  });

  it('is 404 once the member was deleted', async () => {
    await world.send(bob, ada, 'before');
    await world.record({ type: 'UserDeleted', data: { userId: bob } }, streams.user(bob));
    await world.settle();
    const path = `/api/messages/find-conversation/bob_${round}`;
    expect(await world.problem(404, 'not_found', path, { as: ada })).toMatchObject({
      detail: texts.refusals.memberNotFound,
    });
  });

  it('takes one statement', async () => {
    await world.settle();
    const path = `/api/messages/find-conversation/bob_${round}`;
    expect(await world.statementsOf(() => world.ask(path, { as: ada }))).toBe(1);
  });
});
