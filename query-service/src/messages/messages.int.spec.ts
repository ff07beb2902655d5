import {
  type Changes,
  changesSchema,
  conversationSchema,
  conversationsSchema,
  limits,
  type Message,
  messagesSchema,
  unreadCountSchema,
} from '@pmcw/contracts';
import { streams } from '@pmcw/contracts/events';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../../test/world.ts';

let world: World;
let ada: number;
let bob: number;
let eve: number;
/** Tells one spec's members from another's. */
let round = 0;
/** Where the log was when the spec began. */
let start = '0';

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

beforeEach(async () => {
  round += 1;
  ada = await world.register(`Ada_${round}`);
  bob = await world.register(`bob_${round}`);
  eve = await world.register(`eve_${round}`);
  const head = await readGlobal(ada, '0');
  for (const member of [ada, bob, eve]) start = await readGlobal(member, head);
});

const read = (readerId: number, peerId: number, upTo: string) =>
  world.record({ type: 'ConversationRead', data: { readerId, peerId, upTo } }, streams.inbox(readerId));
const readGlobal = (readerId: number, upTo: string) =>
  world.record({ type: 'GlobalChatRead', data: { readerId, upTo } }, streams.inbox(readerId));
const remove = (messageId: string, senderId: number, receiverId: number | null) =>
  world.record(
    { type: 'MessageDeleted', data: { messageId, senderId, receiverId } },
    streams.message(messageId),
  );
const thread = (as: number, path: string) => world.json(messagesSchema, `/api/messages/${path}`, { as });

/** Follows `Link` to the end. */
async function allPages(path: string, as: number): Promise<Message[][]> {
  const pages: Message[][] = [];
  let next: string | undefined = path;
  while (next !== undefined) {
    const response = await world.ask(next, { as });
    expect(response.status).toBe(200);
    pages.push(await world.json(messagesSchema, next, { as }));
    next = /^<([^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1];
  }
  return pages;
}

describe('GET /api/messages/{userId}', () => {
  it('is the thread, newest first, the same for both but for nobody else', async () => {
    const first = await world.send(ada, bob, 'hello');
    const second = await world.send(bob, ada, 'hi');
    await world.send(ada, eve, 'psst');
    await world.settle();
    const messages = await thread(ada, String(bob));
    expect(messages.map(({ content }) => content)).toEqual(['hi', 'hello']);
    expect(messages[1]).toEqual({
      id: first.id,
      senderId: ada,
      receiverId: bob,
      content: 'hello',
      messageType: 'text',
      voiceUrl: null,
      isGlobal: false,
      isRead: false,
      createdAt: expect.stringMatching(/^2026-01-01T\d\d:\d\d:\d\d\.000Z$/),
      position: first.position,
      sender: { username: `Ada_${round}`, fullName: `Ada_${round} of Test`, avatarUrl: null },
    });
    expect(await thread(bob, String(ada))).toEqual(messages);
    expect(messages[0]?.id).toBe(second.id);
    expect(await thread(eve, String(bob))).toEqual([]);
    expect((await thread(eve, String(ada))).map(({ content }) => content)).toEqual(['psst']);
  });

  it('says of each message whether its receiver has read it', async () => {
    const first = await world.send(ada, bob, 'one');
    await world.send(ada, bob, 'two');
    await world.send(bob, ada, 'three');
    await read(bob, ada, first.position);
    await world.settle();
    const seen = (await thread(ada, String(bob))).map(({ content, isRead }) => [content, isRead]);
    expect(seen).toEqual([
      ['three', false],
      ['two', false],
      ['one', true],
    ]);
  });

  it('leaves deleted messages out', async () => {
    const { id } = await world.send(ada, bob, 'oops');
    await remove(id, ada, bob);
    await world.settle();
    expect(await thread(bob, String(ada))).toEqual([]);
  });

  it('pages to the end, every message once', async () => {
    for (let index = 0; index < 7; index += 1) await world.send(ada, bob, String(index));
    await world.settle();
    const pages = await allPages(`/api/messages/${bob}?limit=3`, ada);
    expect(pages.map((page) => page.map(({ content }) => content))).toEqual([
      ['6', '5', '4'],
      ['3', '2', '1'],
      ['0'],
    ]);
  });

  it('is refused to strangers, for oneself and for nobody', async () => {
    await world.settle();
    await world.problem(401, 'not_signed_in', `/api/messages/${bob}`);
    expect((await world.problem(400, 'invalid_input', `/api/messages/${ada}`, { as: ada })).detail).toBe(
      'You cannot send a message to yourself.',
    );
    await world.problem(404, 'not_found', '/api/messages/999999', { as: ada });
    await world.problem(404, 'not_found', '/api/messages/999999999999', { as: ada });
    for (const bad of ['0', '-1', 'x', '1.5', '1e3']) {
      await world.problem(400, 'invalid_input', `/api/messages/${bad}`, { as: ada });
    }
    for (const bad of ['before=x', 'before=-1', 'before=9223372036854775808', 'limit=0', 'limit=201']) {
      await world.problem(400, 'invalid_input', `/api/messages/${bob}?${bad}`, { as: ada });
    }
  });

  it('takes one statement', async () => {
    for (let index = 0; index < 5; index += 1) await world.send(ada, bob, String(index));
    await world.settle();
    expect(await world.statementsOf(() => thread(ada, String(bob)))).toBe(1);
  });
});

describe('GET /api/messages/global', () => {
  it('is everybody’s, read as far as the reader’s mark', async () => {
    const first = await world.send(ada, null, 'hello all');
    await world.send(bob, null, 'hello');
    await world.send(ada, bob, 'private');
    await readGlobal(eve, first.position);
    await world.settle();
    const messages = await thread(eve, 'global');
    expect(
      messages
        .slice(0, 2)
        .map(({ content, isGlobal, receiverId, isRead }) => [content, isGlobal, receiverId, isRead]),
    ).toEqual([
      ['hello', true, 1, false],
      ['hello all', true, 1, true],
    ]);
  });

  it('pages to the end', async () => {
    for (let index = 0; index < 5; index += 1) await world.send(ada, null, String(index));
    await world.settle();
    const pages = await allPages('/api/messages/global?limit=2', bob);
    const contents = pages.flat().map(({ content }) => content);
    expect(contents.slice(0, 5)).toEqual(['4', '3', '2', '1', '0']);
    expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(contents.length);
  });

  it('is 401 without a session', async () => {
    await world.problem(401, 'not_signed_in', '/api/messages/global');
  });
});

describe('GET /api/messages/conversations', () => {
  const list = (as: number, query = '') =>
    world.json(conversationsSchema, `/api/messages/conversations${query}`, { as });

  it('is one’s own, the newest first, with last message, unread count and the other’s mark', async () => {
    const early = await world.send(ada, bob, 'early');
    await world.send(bob, ada, 'one');
    const late = await world.send(bob, ada, 'two');
    await world.send(eve, ada, 'from eve');
    const mark = await read(bob, ada, early.position);
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

  it('says of one’s own last message whether the other has read it, and of theirs whether oneself has', async () => {
    const mine = await world.send(ada, bob, 'read this');
    await read(bob, ada, mine.position);
    const theirs = await world.send(eve, ada, 'and this');
    await read(ada, eve, theirs.position);
    await world.settle();
    expect((await list(ada)).map(({ lastMessage }) => lastMessage?.isRead)).toEqual([true, true]);
  });

  it('keeps a conversation whose messages were all deleted, at the end', async () => {
    const { id } = await world.send(ada, bob, 'gone');
    await remove(id, ada, bob);
    await world.send(ada, eve, 'here');
    await world.settle();
    expect(
      (await list(ada)).map(({ userId, lastMessage }) => [userId, lastMessage?.content ?? null]),
    ).toEqual([
      [eve, 'here'],
      [bob, null],
    ]);
  });

  it('pages to the end, those without messages too', async () => {
    const others = [bob, eve, await world.register(`fay_${round}`), await world.register(`gil_${round}`)];
    for (const other of others) {
      const { id } = await world.send(ada, other, 'hey');
      if (other === bob || other === eve) await remove(id, ada, other);
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

  it('refuses strangers and a cursor that is none', async () => {
    await world.problem(401, 'not_signed_in', '/api/messages/conversations');
    for (const before of ['x', '1', '1.2.3', '1.9999999999', '99999999999999999999.1']) {
      await world.problem(400, 'invalid_input', `/api/messages/conversations?before=${before}`, { as: ada });
    }
  });

  it('takes one statement, however many conversations', async () => {
    for (const other of [bob, eve]) await world.send(ada, other, 'hey');
    await world.settle();
    expect(await world.statementsOf(() => list(ada))).toBe(1);
  });
});

describe('GET /api/messages/find-conversation/{username}', () => {
  const find = (as: number, username: string) =>
    world.json(conversationSchema, `/api/messages/find-conversation/${username}`, { as });

  it('is the conversation there is, whatever the case of the name', async () => {
    await world.send(bob, ada, 'hello');
    await world.settle();
    expect(await find(ada, `BOB_${round}`)).toMatchObject({
      userId: bob,
      unreadCount: 1,
      lastMessage: { content: 'hello' },
    });
  });

  it('is an empty one with a member never written to, and makes none', async () => {
    await world.settle();
    expect(await find(ada, `bob_${round}`)).toEqual({
      userId: bob,
      username: `bob_${round}`,
      fullName: `bob_${round} of Test`,
      avatarUrl: null,
      unreadCount: 0,
      readUpTo: '0',
      lastMessage: null,
    });
    expect(await world.json(conversationsSchema, '/api/messages/conversations', { as: ada })).toEqual([]);
  });

  it('is refused to strangers, with oneself and with nobody', async () => {
    await world.settle();
    await world.problem(401, 'not_signed_in', `/api/messages/find-conversation/bob_${round}`);
    await world.problem(400, 'invalid_input', `/api/messages/find-conversation/ada_${round}`, { as: ada });
    await world.problem(404, 'not_found', '/api/messages/find-conversation/nobody', { as: ada });
  });
});

describe('GET /api/messages/global/unread/count', () => {
  const count = async (as: number) =>
    (await world.json(unreadCountSchema, '/api/messages/global/unread/count', { as })).count;

  it('counts what others wrote after the mark', async () => {
    await world.send(ada, null, 'one');
    const second = await world.send(bob, null, 'two');
    const { id } = await world.send(ada, null, 'three');
    await world.send(ada, null, 'four');
    await world.settle();
    expect([await count(ada), await count(bob), await count(eve)]).toEqual([1, 3, 4]);
    await readGlobal(eve, second.position);
    await remove(id, ada, null);
    await world.settle();
    expect([await count(ada), await count(bob), await count(eve)]).toEqual([1, 2, 1]);
  });

  it('counts everything for who has never looked', async () => {
    await world.send(ada, null, 'welcome');
    const newcomer = await world.register(`fay_${round}`);
    await world.settle();
    const all = (await allPages('/api/messages/global?limit=200', newcomer)).flat();
    expect(await count(newcomer)).toBe(all.length);
  });

  it('is zero when all was read, and 401 without a session', async () => {
    await world.settle();
    expect(await count(ada)).toBe(0);
    await world.problem(401, 'not_signed_in', '/api/messages/global/unread/count');
  });
});

describe('GET /api/messages/changes', () => {
  const changes = (as: number, after = start): Promise<Changes> =>
    world.json(changesSchema, `/api/messages/changes?after=${after}`, { as });

  it('tells what happened for the member, in order, as frames', async () => {
    const toBob = await world.send(ada, bob, 'hello bob');
    const toAll = await world.send(eve, null, 'hello all');
    const gone = await world.send(ada, bob, 'oops');
    const deleted = await remove(gone.id, ada, bob);
    const mark = await read(bob, ada, toBob.position);
    await world.send(ada, eve, 'not for bob');
    await world.settle();
    const expected = [
      { type: 'new_message', position: toBob.position, message: { id: toBob.id, isRead: true } },
      { type: 'new_global_message', position: toAll.position, message: { id: toAll.id, isGlobal: true } },
      { type: 'message_deleted', position: deleted, id: gone.id },
      { type: 'messages_read', position: mark, readerId: bob, peerId: ada, upTo: toBob.position },
    ];
    const answer = await changes(bob);
    expect(answer.changes).toMatchObject(expected);
    expect(answer.more).toBe(false);
    expect((await changes(bob, toAll.position)).changes).toMatchObject(expected.slice(2));
    expect((await changes(eve)).changes.map(({ type }) => type)).toEqual([
      'new_global_message',
      'new_message',
    ]);
  });

  it('advances over what was for others', async () => {
    await world.send(ada, bob, 'hello');
    const { position } = await world.send(ada, bob, 'again');
    await world.settle();
    expect(await changes(eve)).toEqual({ changes: [], position, more: false });
  });

  it('comes in pages, without a gap or a repeat between them', async () => {
    const extra = 7;
    for (let index = 0; index < limits.changesPageSize + extra; index += 1) {
      await world.send(ada, index % 2 === 0 ? bob : null, String(index));
    }
    await world.settle();
    const first = await changes(bob);
    expect([first.changes.length, first.more]).toEqual([limits.changesPageSize, true]);
    expect(first.position).toBe(first.changes.at(-1)?.position);
    const second = await changes(bob, first.position);
    expect([second.changes.length, second.more]).toEqual([extra, false]);
    const contents = [...first.changes, ...second.changes].map((frame) =>
      'message' in frame ? frame.message.content : '',
    );
    expect(contents).toEqual(
      Array.from({ length: limits.changesPageSize + extra }, (_, index) => String(index)),
    );
  });

  it('refuses strangers and positions that are none', async () => {
    await world.problem(401, 'not_signed_in', '/api/messages/changes');
    await world.problem(400, 'invalid_input', '/api/messages/changes?after=x', { as: ada });
  });

  it('takes one statement', async () => {
    await world.send(ada, bob, 'hello');
    await world.settle();
    expect(await world.statementsOf(() => changes(bob))).toBe(1);
  });
});
