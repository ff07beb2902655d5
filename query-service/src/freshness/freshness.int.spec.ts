import { readYourWritesMs, sessionUserSchema } from '@pmcw/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../../test/world.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

/** A position that the log will not reach. */
const never = '1000000';
const looks = (): number =>
  world.log.filter(({ sql }) => sql?.includes('"projections"."checkpoints"')).length;

describe('reading one’s own writes', () => {
  it('waits for the position of the cookie: what was just done is in the answer, every time', async () => {
    for (let round = 1; round <= 20; round += 1) {
      const id = await world.register(`member_${round}`);
      // Nothing here waits for the read models but the query itself: each member is one event.
      const response = await world.ask('/api/user', {
        headers: { cookie: `session=member-${id}; seen=${round}` },
      });
      expect(response.status).toBe(200);
      expect(response.headers.get('x-projection-lag')).toBeNull();
    }
  });

  it('takes the position of the header as well', async () => {
    const id = await world.register('ada');
    const user = await world.json(sessionUserSchema, '/api/user', {
      as: id,
      headers: { 'x-min-position': '1' },
    });
    expect(user.username).toBe('ada');
  });

  it('answers what there is after two seconds, and says what is missing', async () => {
    const id = await world.register('ada');
    await world.settle();
    const began = performance.now();
    const response = await world.ask('/api/user', { as: id, headers: { 'x-min-position': '5' } });
    expect(performance.now() - began).toBeGreaterThanOrEqual(readYourWritesMs - 50);
    expect(response.status).toBe(200);
    expect(response.headers.get('x-projection-lag')).toBe('4');
  });

  it('looks at the checkpoints for all who wait together, and not at all when nobody does', async () => {
    const id = await world.register('ada');
    await world.settle();
    await world.ask('/api/user', { as: id });
    expect(looks()).toBe(0);
    const asking = { as: id, headers: { 'x-min-position': never } };
    const answers = await Promise.all(Array.from({ length: 50 }, () => world.ask('/api/user', asking)));
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
    const whileWaiting = looks();
    expect(whileWaiting).toBeGreaterThan(0);
    // One look every ten milliseconds at most, however many wait.
    expect(whileWaiting).toBeLessThanOrEqual(readYourWritesMs / 10 + 5);
    await world.ask('/api/directory');
    expect(looks()).toBe(whileWaiting);
  });

  it('does not wait again for what it knows to be reached', async () => {
    const id = await world.register('ada');
    const asking = { as: id, headers: { 'x-min-position': '1' } };
    await world.ask('/api/user', asking);
    expect(await world.statementsOf(() => world.ask('/api/user', asking))).toBe(1);
  });

  it('stops waiting when the client has gone', async () => {
    await world.register('ada');
    await world.settle();
    const leaving = new AbortController();
    const asked = world.ask('/api/directory', {
      headers: { 'x-min-position': never },
      signal: leaving.signal,
    });
    await expect.poll(looks).toBeGreaterThan(0);
    leaving.abort();
    await expect(asked).rejects.toThrow();
    // The query itself is the last statement, long before the two seconds are over.
    await expect
      .poll(() => world.log.some(({ sql }) => sql?.includes('from "directory"."members"')), {
        timeout: 1_000,
      })
      .toBe(true);
    const afterwards = looks();
    await world.ask('/api/directory');
    expect(looks()).toBe(afterwards);
  });

  it('refuses a header that is no position', async () => {
    await world.problem(400, 'invalid_input', '/api/directory', { headers: { 'x-min-position': 'soon' } });
  });
});

describe('a database that is away', () => {
  it('is a 503 that says when to come back', async () => {
    await world.register('ada');
    await world.settle();
    const broken = await openWorld({ connectionString: 'postgres://nobody@127.0.0.1:1/none' });
    try {
      const response = await broken.ask('/api/directory');
      expect(response.headers.get('retry-after')).toBe('1');
      await broken.problem(503, 'unavailable', '/api/directory');
    } finally {
      await broken.close();
    }
  });
});
