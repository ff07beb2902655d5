import { type Changes, changesSchema } from '@pmcw/contracts';
import { LogUnavailableError } from '@pmcw/event-store';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openWorld, type World } from '../../test/world.ts';

let world: World;
let database: pg.Client;
let [ada, bob] = [0, 0];
/** Longest wait of a query. */
async function begin(readYourWritesMs: number): Promise<void> {
  world = await openWorld({ readYourWritesMs });
  database = new pg.Client(world.databaseUrl);
  await database.connect();
  [ada, bob] = [await world.register('ada'), await world.register('bob')];
  await world.send(ada, bob, 'hello');
  await world.send(ada, null, 'hello all');
  await world.settle();
}
afterEach(async () => {
  await database.end();
  await world.close();
});

/** A position that the log will not reach. */
const never = '1000000';
const changes = (after: string): Promise<Changes> =>
  world.json(changesSchema, `/api/messages/changes?after=${after}`, { as: bob });

describe('changes after a position that the log does not reach', () => {
  beforeEach(() => begin(50));

  it('restart at the first event, so that a device of another log gets everything again', async () => {
    const all = await changes('0');
    expect(all.changes).toHaveLength(2);
    expect(await changes(never)).toEqual(all);
    expect(Number(all.position)).toBeLessThan(Number(never));
  });

  it('are unavailable while the end of the log is unknown', async () => {
    vi.spyOn(world.stored, 'head').mockRejectedValue(new LogUnavailableError('Away'));
    await world.problem(503, 'unavailable', `/api/messages/changes?after=${never}`, { as: bob });
  });
});

describe('changes after a position of another incarnation of the log', () => {
  beforeEach(() => begin(50));

  const of = (incarnation: string, after: string): Promise<Changes> =>
    world.json(changesSchema, `/api/messages/changes?after=${after}&incarnation=${incarnation}`, { as: bob });

  it('restart at the first event, although the log has grown past it', async () => {
    const all = await changes('0');
    expect(all.incarnation).toBe('only');
    expect(await of('restored-away', '3')).toEqual(all);
    expect((await of('only', all.position)).changes).toEqual([]);
  });

  it('are unavailable while the read model is of the log before it was restored', async () => {
    // Another process rebuilds it.
    await database.query("insert into projections.leases values ('messages_next', 1, 'another', 'infinity')");
    await database.query("update projections.checkpoints set incarnation = 'restored-away'");
    const answer = await world.ask('/api/messages/changes?after=0', { as: bob });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    const ofDevice = (incarnation: string) =>
      world.ask('/api/messages/global', { as: bob, headers: { 'x-incarnation': incarnation } });
    expect((await ofDevice('only')).status).toBe(503);
    expect((await ofDevice('restored-away')).status).toBe(200);
    expect((await world.ask('/api/messages/global', { as: bob })).status).toBe(200);
  });
});

describe('changes after a position that the read model has not reached', () => {
  beforeEach(() => begin(50));

  it('are unavailable: a lagging projector is no reason to drop data', async () => {
    // It keeps renewing its lease, but cannot write.
    await database.query('begin; lock table projections.checkpoints in exclusive mode');
    await world.send(ada, bob, 'seen on a socket');
    const { position } = await world.send(ada, bob, 'as well');
    const answer = await world.ask(`/api/messages/changes?after=${position}`, { as: bob });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
  });
});

describe('changes after a position that the log is about to reach', () => {
  beforeEach(() => begin(60_000));

  it('are returned once the read model has caught up', async () => {
    const asked = changes('5');
    const { position } = await world.send(ada, bob, 'five');
    const { position: next, id } = await world.send(ada, bob, 'six');
    expect([position, next]).toEqual(['5', '6']);
    const { changes: found } = await asked;
    expect(found.filter((frame) => 'message' in frame && frame.message.id !== id)).toEqual([]);
  });
});

describe('changes while the read model is filled from the log of another engine', () => {
  beforeEach(() => begin(60_000));

  it('are unavailable: positions of both logs would be mixed', async () => {
    await database.query(
      "insert into projections.checkpoints (model, position, version, engine) values ('messages_next', 0, 1, 'eventstoredb')",
    );
    const answer = await world.ask('/api/messages/changes?after=1', { as: bob });
    expect(answer.headers.get('retry-after')).toBe('5');
    await world.problem(503, 'unavailable', '/api/messages/changes?after=1', { as: bob });
    expect((await world.ask('/api/messages/global', { as: bob })).status).toBe(200);
  });

  it('are returned while it is rebuilt from the same log', async () => {
    await database.query(
      "insert into projections.checkpoints (model, position, version, engine) values ('messages_next', 0, 1, 'memory')",
    );
    expect((await changes('0')).changes).toHaveLength(2);
  });
});
