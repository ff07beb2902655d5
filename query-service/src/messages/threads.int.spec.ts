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

describe('GET /api/messages/{userId}', () => {
  it('returns the thread, newest first, to its two members only', async () => {
    const first = await world.send(ada, bob, 'hello');
    const second = await world.send(bob, ada, 'hi');
    await world.send(ada, eve, 'psst');
    await world.settle();
    const messages = await talk.thread(ada, String(bob));
    expect(messages.map(({ content }) => content)).toEqual(['hi', 'hello']);
    expect(messages[1]).toEqual({
      id: first.id,
      senderId: ada,
      receiverId: bob,
      content: 'hello',
      messageType: 'text',
      voiceUrl: null,
      voiceSeconds: null,
      isGlobal: false,
      isRead: false,
      createdAt: expect.stringMatching(/^2026-01-01T\d\d:\d\d:\d\d\.000Z$/),
      position: first.position,
      sender: { username: `Ada_${round}`, fullName: `Ada_${round} of Test`, avatarUrl: null },
    });
    expect(await talk.thread(bob, String(ada))).toEqual(messages);
    expect(messages[0]?.id).toBe(second.id);
    expect(await talk.thread(eve, String(bob))).toEqual([]);
    expect((await talk.thread(eve, String(ada))).map(({ content }) => content)).toEqual(['psst']);
  });

  it('shows for each message whether its receiver has read it', async () => {
    const first = await world.send(ada, bob, 'one');
    await world.send(ada, bob, 'two');
    await world.send(bob, ada, 'three');
    await talk.read(bob, ada, first.position);
    await world.settle();
    const seen = (await talk.thread(ada, String(bob))).map(({ content, isRead }) => [content, isRead]);
    expect(seen).toEqual([
      ['three', false],
      ['two', false],
      ['one', true],
    ]);
  });

  it('leaves deleted messages out', async () => {
    const { id } = await world.send(ada, bob, 'oops');
    await talk.remove(id, ada, bob);
    await world.settle();
    expect(await talk.thread(bob, String(ada))).toEqual([]);
  });

  it('pages to the end, every message once', async () => {
    for (let index = 0; index < 7; index += 1) await world.send(ada, bob, String(index));
    await world.settle();
    const pages = await talk.allPages(`/api/messages/${bob}?limit=3`, ada);
    expect(pages.map((page) => page.map(({ content }) => content))).toEqual([
      ['6', '5', '4'],
      ['3', '2', '1'],
      ['0'],
    ]);
  });

  it('is refused to strangers, for the member themselves and for unknown members', async () => {
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
    expect(await world.statementsOf(() => talk.thread(ada, String(bob)))).toBe(1);
  });
});

describe('GET /api/messages/global', () => {
  it('is the same for everyone, read up to the reader’s mark', async () => {
    const first = await world.send(ada, null, 'hello all');
    await world.send(bob, null, 'hello');
    await world.send(ada, bob, 'private');
    await talk.readGlobal(eve, first.position);
    await world.settle();
    const messages = await talk.thread(eve, 'global');
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
    const pages = await talk.allPages('/api/messages/global?limit=2', bob);
    const contents = pages.flat().map(({ content }) => content);
    expect(contents.slice(0, 5)).toEqual(['4', '3', '2', '1', '0']);
    expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(contents.length);
  });

  it('is 401 without a session', async () => {
    await world.problem(401, 'not_signed_in', '/api/messages/global');
  });
});
