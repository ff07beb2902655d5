import { unreadCountSchema } from '@pmcw/contracts';
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

describe('GET /api/messages/global/unread/count', () => {
  const count = async (as: number) =>
    (await world.json(unreadCountSchema, '/api/messages/global/unread/count', { as })).count;

  it('counts messages of others after the mark', async () => {
    await world.send(ada, null, 'one');
    const second = await world.send(bob, null, 'two');
    const { id } = await world.send(ada, null, 'three');
    await world.send(ada, null, 'four');
    await world.settle();
    expect([await count(ada), await count(bob), await count(eve)]).toEqual([1, 3, 4]);
    await talk.readGlobal(eve, second.position);
    await talk.remove(id, ada, null);
    await world.settle();
    expect([await count(ada), await count(bob), await count(eve)]).toEqual([1, 2, 1]);
  });

  it('counts everything for a member without a mark', async () => {
    await world.send(ada, null, 'welcome');
    const newcomer = await world.register(`fay_${round}`);
    await world.settle();
    const all = (await talk.allPages('/api/messages/global?limit=200', newcomer)).flat();
    expect(await count(newcomer)).toBe(all.length);
  });

  it('is zero when all was read, and 401 without a session', async () => {
    await world.settle();
    expect(await count(ada)).toBe(0);
    await world.problem(401, 'not_signed_in', '/api/messages/global/unread/count');
  });
});
