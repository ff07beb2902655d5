import { type Changes, changesSchema, limits } from '@pmcw/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTalk, type Talk } from '../../test/talk.ts';
import type { World } from '../../test/world.ts';

let talk: Talk;
let world: World;
let ada: number;
let bob: number;
let eve: number;
let start: string;
beforeAll(async () => {
  talk = await openTalk();
  world = talk.world;
});
afterAll(() => world.close());
beforeEach(async () => {
  ({ ada, bob, eve, start } = await talk.three());
});

describe('GET /api/messages/changes', () => {
  const changes = (as: number, after = start): Promise<Changes> =>
    world.json(changesSchema, `/api/messages/changes?after=${after}`, { as });

  it('returns the member’s changes in order, as frames', async () => {
    const toBob = await world.send(ada, bob, 'hello bob');
    const toAll = await world.send(eve, null, 'hello all');
    const gone = await world.send(ada, bob, 'oops');
    const deleted = await talk.remove(gone.id, ada, bob);
    const mark = await talk.read(bob, ada, toBob.position);
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

  it('has a restored message in its place, for apps that know this', async () => {
    for (const [to, path, readers] of [
      [bob, String(ada), [ada, bob]],
      [null, 'global', [ada, bob, eve]],
    ] as const) {
      const { id } = await world.send(ada, to, 'it is fine');
      await world.settle();
      const [message] = await talk.thread(bob, path);
      if (message === undefined) expect.unreachable();
      const removed = await talk.remove(id, ada, to);
      const restored = await talk.restore(message);
      await world.settle();
      expect(await talk.thread(bob, path)).toContainEqual(message);
      for (const reader of readers) {
        const after = `/api/messages/changes?after=${removed}`;
        const known = await world.json(changesSchema, `${after}&skipsUnknown=true`, { as: reader });
        const again = { type: 'message_restored', message, position: restored };
        expect(known.changes).toEqual([again]);
        expect((await changes(reader, removed)).changes).toEqual([]);
      }
      await talk.remove(id, ada, to);
      await world.settle();
      expect((await changes(bob, removed)).changes.map(({ type }) => type)).toEqual(['message_deleted']);
    }
  });

  it('advances over changes of others', async () => {
    await world.send(ada, bob, 'hello');
    const { position } = await world.send(ada, bob, 'again');
    await world.settle();
    expect(await changes(eve)).toMatchObject({ changes: [], position, more: false });
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

  it('refuses strangers and invalid positions', async () => {
    await world.problem(401, 'not_signed_in', '/api/messages/changes');
    await world.problem(400, 'invalid_input', '/api/messages/changes?after=x', { as: ada });
  });

  it('takes one statement', async () => {
    await world.send(ada, bob, 'hello');
    await world.settle();
    expect(await world.statementsOf(() => changes(bob))).toBe(1);
  });
});
