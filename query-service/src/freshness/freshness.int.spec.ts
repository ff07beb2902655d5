import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openWorld, type World } from '../../test/world.ts';

let world: World;
let ada: number;
beforeAll(async () => {
  world = await openWorld();
  ada = await world.register('ada');
  await world.settle();
});
afterAll(() => world.close());

/** Runs work in a separate world, with a member whom the read models know. */
async function inWorld(
  options: Parameters<typeof openWorld>[0],
  work: (own: World, member: number) => Promise<void>,
): Promise<void> {
  const own = await openWorld(options);
  try {
    const member = await own.register('ada');
    await own.settle();
    await work(own, member);
  } finally {
    await own.close();
  }
}

/** Keeps the projector from writing until the work is done. */
async function withoutWriter({ databaseUrl }: World, work: () => Promise<void>): Promise<void> {
  const blocker = new pg.Client(databaseUrl);
  await blocker.connect();
  try {
    await blocker.query('begin; lock table projections.checkpoints in exclusive mode');
    await work();
  } finally {
    await blocker.end();
  }
}

/** A position that the log will not reach. */
const never = '1000000';
const checkpointLooks = ({ log } = world): number =>
  log.filter(({ sql }) => sql?.includes('"projections"."checkpoints"')).length;

describe('reading your own writes', () => {
  it('waits for the position of the cookie: the latest write is always in the answer', async () => {
    for (let round = 1; round <= 20; round += 1) {
      const { id, position } = await world.send(ada, null, `hello ${round}`);
      // Only the query itself waits for the read models.
      const response = await world.ask('/api/messages/global?limit=1', {
        headers: { cookie: `session=member-${ada}; seen=only.${position}` },
      });
      expect(await response.json()).toMatchObject([{ id }]);
      expect(response.headers.get('x-projection-lag')).toBeNull();
    }
  });

  it('accepts the position in the header as well', async () => {
    const { id, position } = await world.send(ada, null, 'hello');
    const headers = { 'x-min-position': position };
    const response = await world.ask('/api/messages/global?limit=1', { as: ada, headers });
    expect(await response.json()).toMatchObject([{ id }]);
  });

  it('answers after the longest wait, and reports what is missing', () =>
    inWorld({ readYourWritesMs: 200 }, async (hasty, member) => {
      const { position } = await hasty.send(member, null, 'last');
      await hasty.settle();
      const headers = { 'x-min-position': String(BigInt(position) + 4n) };
      // On a busy machine that has not read the checkpoints yet, more is missing.
      await expect
        .poll(async () => {
          const response = await hasty.ask('/api/user', { as: member, headers });
          expect(response.status).toBe(200);
          return response.headers.get('x-projection-lag');
        })
        .toBe('4');
    }));

  it('reports how old the answer is at least, by the end of the log and not by what clients claim', () =>
    inWorld({ readYourWritesMs: 50 }, async (hasty, member) => {
      const ageOf = async () => {
        const headers = { 'x-min-position': never };
        return Number(
          (await hasty.ask('/api/user', { as: member, headers })).headers.get('x-projection-age'),
        );
      };
      expect(await ageOf()).toBe(0);
      await withoutWriter(hasty, async () => {
        await hasty.send(member, null, 'missing');
        await expect.poll(ageOf, { timeout: 30_000 }).toBeGreaterThan(1);
      });
    }));

  it('refuses a writer whose event is missing, and answers others', () =>
    inWorld({ readYourWritesMs: 50 }, async (hasty, member) => {
      await withoutWriter(hasty, async () => {
        const { position } = await hasty.send(member, null, 'missing');
        const cookie = `session=member-${member}; seen=only.${position}`;
        const refused = await hasty.ask('/api/messages/global', { headers: { cookie } });
        expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
        const headers = { 'x-min-position': position };
        const other = await hasty.ask('/api/messages/global', { as: member, headers });
        expect([other.status, await other.json()]).toEqual([200, []]);
        expect(other.headers.get('x-projection-lag')).not.toBeNull();
      });
    }));

  it('answers the writer too, if the read model has stopped', () =>
    inWorld({ readYourWritesMs: 50 }, async (stopped, member) => {
      const owner = new pg.Client(stopped.databaseUrl);
      await owner.connect();
      await owner.query("update projections.leases set epoch = epoch + 1, expires_at = 'infinity'");
      await owner.query(
        "update projections.checkpoints set poison_position = 1, poison_type = 'MessageSent'",
      );
      await owner.end();
      const { position } = await stopped.send(member, null, 'missing');
      const cookie = `session=member-${member}; seen=only.${position}`;
      const { status, headers } = await stopped.ask('/api/messages/global', { headers: { cookie } });
      expect([status, headers.has('x-projection-lag')]).toEqual([200, true]);
    }));

  it('reads the checkpoints for all waiting queries together, and never without any', () =>
    inWorld({ readYourWritesMs: 500 }, async (hasty, member) => {
      // The very first request checks whether the models exist.
      await hasty.ask('/api/user', { as: member });
      const before = checkpointLooks(hasty);
      await hasty.ask('/api/user', { as: member });
      expect(checkpointLooks(hasty)).toBe(before);
      const asking = { as: member, headers: { 'x-min-position': never } };
      const answers = await Promise.all(Array.from({ length: 50 }, () => hasty.ask('/api/user', asking)));
      expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
      const looks = checkpointLooks(hasty) - before;
      expect(looks).toBeGreaterThan(0);
      // Separate loops would each read every ten milliseconds for half a second; they don't all start at once.
      expect(looks).toBeLessThan((50 * 50) / 10);
      // A read may have been in flight when the last query left.
      await expect
        .poll(async () => {
          const looked = checkpointLooks(hasty);
          for (let n = 0; n < 10; n += 1) await hasty.ask('/api/directory');
          return checkpointLooks(hasty) - looked;
        })
        .toBe(0);
    }));

  it('does not read again for a known position', async () => {
    const asking = { as: ada, headers: { 'x-min-position': '1' } };
    await world.ask('/api/user', asking);
    expect(await world.statementsOf(() => world.ask('/api/user', asking))).toBe(1);
  });

  it('reads again after a while, because a rebuild from another log may have reset a model', () =>
    inWorld({ readYourWritesMs: 200 }, async (alone, member) => {
      const database = new pg.Client(alone.databaseUrl);
      await database.connect();
      try {
        const asking = { as: member, headers: { 'x-min-position': '1' } };
        const lag = async () => (await alone.ask('/api/user', asking)).headers.get('x-projection-lag');
        await expect.poll(lag).toBeNull();
        // Without a writer, the models are reset to the start.
        await database.query('delete from projections.leases');
        await database.query('update projections.checkpoints set position = 0');
        const later = performance.now() + 60_000;
        const clock = vi.spyOn(performance, 'now').mockImplementation(() => later);
        const late = await lag().finally(() => clock.mockRestore());
        expect(late).toBe('1');
      } finally {
        await database.end();
      }
    }));

  it('waits only for the models that a document needs', () =>
    inWorld({ readYourWritesMs: 200 }, async (alone, member) => {
      const database = new pg.Client(alone.databaseUrl);
      await database.connect();
      try {
        // Without a writer, all models but one are reset to the start.
        await database.query('delete from projections.leases');
        await database.query("update projections.checkpoints set position = 0 where model <> 'accounts'");
        const lag = async (query: string, operationName?: string) => {
          const headers = { 'x-min-position': '1' };
          const body = { query, operationName };
          const answer = await alone.ask('/graphql', { method: 'POST', as: member, headers, body });
          return answer.headers.get('x-projection-lag');
        };
        expect(await lag('{ me { username } }')).toBeNull();
        expect(await lag('{ __typename }')).toBeNull();
        expect(await lag('query a { me { id } } query b { settings { groupLink } }', 'a')).toBeNull();
        expect(await lag('query a { me { id } } query b { settings { groupLink } }', 'b')).toBe('1');
        expect(await lag('{ me { ...mine } } fragment mine on Me { profile { username } }')).toBe('1');
        expect(await lag('{ conversations { next } }')).toBe('1');
      } finally {
        await database.end();
      }
    }));

  it('stops waiting when the client is gone', async () => {
    const before = checkpointLooks();
    const leaving = new AbortController();
    const headers = { 'x-min-position': never };
    const featured = () => world.log.filter(({ sql }) => sql?.includes('verified_position')).length;
    const earlier = featured();
    const asked = world.ask('/api/featured-users', { headers, signal: leaving.signal });
    await expect.poll(checkpointLooks).toBeGreaterThan(before);
    leaving.abort();
    await expect(asked).rejects.toThrow();
    // The query itself comes last, long before it has waited long enough.
    await expect.poll(featured, { timeout: 30_000 }).toBeGreaterThan(earlier);
  });

  it('refuses an invalid position in the header', async () => {
    await world.problem(400, 'invalid_input', '/api/directory', { headers: { 'x-min-position': 'soon' } });
  });
});

describe('a database that does not answer', () => {
  it('is a 503 with Retry-After, also for requests that wait for a connection', async () => {
    await inWorld({ statementTimeoutMs: 200 }, async (hasty) => {
      const blocker = new pg.Client(hasty.databaseUrl);
      await blocker.connect();
      await blocker.query('begin; lock table directory.members in access exclusive mode');
      const answers = await Promise.all(Array.from({ length: 15 }, () => hasty.ask('/api/featured-users')));
      await blocker.end();
      expect(answers.map(({ status }) => status)).toEqual(Array(15).fill(503));
      expect(answers.map(({ headers }) => headers.get('retry-after'))).toEqual(Array(15).fill('1'));
      await expect.poll(async () => (await hasty.ask('/api/featured-users')).status).toBe(200);
    });
  });

  it('is a 503 when it is down', async () => {
    const alone = await openWorld({ connectionString: 'postgres://nobody@127.0.0.1:1/none' });
    try {
      const response = await alone.ask('/api/directory');
      expect(response.headers.get('retry-after')).toBe('1');
      await alone.problem(503, 'unavailable', '/api/directory');
    } finally {
      await alone.close();
    }
  });
});
