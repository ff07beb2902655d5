import { setImmediate } from 'node:timers/promises';
import { createMemoryLog, type EventLog, openPostgresLog } from '@pmcw/event-store';
import { freshDatabase, type TestDatabase } from '@pmcw/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from '../../test/client.ts';
import { House, type HouseOptions, type Member } from '../../test/house.ts';

/** Positions of the messages after a position that a member should get. */
async function positionsFor(house: House, { id }: Member, after = 0): Promise<number[]> {
  const { events } = await house.eventStore.readAll(BigInt(after), { types: ['MessageSent'] }, 10_000);
  return events.flatMap((event) => {
    if (event.type !== 'MessageSent') return [];
    const { senderId, receiverId } = event.data;
    return receiverId === null || receiverId === id || senderId === id ? [Number(event.position)] : [];
  });
}

/** Three members write to Lena, to others and to everyone, concurrently. */
async function writeMuch(house: House, lena: Member, others: readonly Member[], each: number): Promise<void> {
  await Promise.all(
    others.map(async ({ id }, place) => {
      const peer = others[(place + 1) % others.length];
      for (let sent = 0; sent < each; sent += 1) {
        const receivers = [lena.id, null, peer?.id ?? null];
        await house.write(id, receivers[sent % 3] ?? null);
        // With a log in memory there would otherwise be no time to cut anything.
        await setImmediate();
      }
    }),
  );
}

const engines: [string, () => Promise<{ log?: EventLog; drop?: () => Promise<void> }>][] = [
  ['in memory', async () => ({})],
  [
    'in PostgreSQL',
    async () => {
      const database: TestDatabase = await freshDatabase();
      return { log: await openPostgresLog({ connectionString: database.url }), drop: () => database.drop() };
    },
  ],
];

describe.each(engines)('reconnecting while writers are busy, with a log %s', (_, openLog) => {
  let house: House;
  let lena: Member;
  let others: Member[];
  let drop: (() => Promise<void>) | undefined;

  beforeAll(async () => {
    const { log, drop: dropLog } = await openLog();
    drop = dropLog;
    const options: HouseOptions = { limits: { framesBurst: Number.POSITIVE_INFINITY } };
    house = await House.open(log === undefined ? options : { ...options, log });
    lena = await house.member('lena');
    others = await Promise.all(['nils', 'mia', 'tom'].map((name) => house.member(name)));
  });
  afterAll(async () => {
    await house.close();
    await drop?.();
  });

  it('brings every frame exactly once and in order, wherever the connection was cut', async () => {
    const cuts = fc.array(
      fc.record({ frames: fc.nat(60), how: fc.constantFrom('vanish', 'close', 'restart') }),
      { minLength: 3, maxLength: 6 },
    );
    await fc.assert(
      fc.asyncProperty(cuts, async (list) => {
        const start = Number(await house.eventStore.head());
        let writing = true;
        const writers = writeMuch(house, lena, others, 150).finally(() => {
          writing = false;
        });
        const device: number[] = [];
        const keep = (client: TestClient) => device.push(...client.positions);
        for (const { frames, how } of list) {
          const client = await house.comeBack(lena, String(device.at(-1) ?? start));
          await expect.poll(() => !writing || client.positions.length >= frames, { interval: 1 }).toBe(true);
          if (how === 'restart') await house.restartGateway();
          else if (how === 'close') await client.close();
          else client.vanish();
          await client.closed;
          keep(client);
        }
        const last = await house.comeBack(lena, String(device.at(-1) ?? start));
        await writers;
        const expected = await positionsFor(house, lena, start);
        await expect.poll(() => device.length + last.positions.length).toBe(expected.length);
        keep(last);
        expect(device).toEqual(expected);
        const resumed = await last.first('resumed');
        expect(last.frames.indexOf(resumed)).toBeGreaterThan(0);
        await last.close();
      }),
      { numRuns: 8 },
    );
  }, 120_000);
});

describe('reconnecting', () => {
  let house: House;
  let lena: Member;
  let nils: Member;

  beforeAll(async () => {
    house = await House.open({ limits: { recentChanges: 20 } });
    lena = await house.member('lena');
    nils = await house.member('nils');
  });
  afterAll(() => house.close());

  it('after a restart of the gateway brings what was missed, from before and after the restart', async () => {
    const before = await house.write(nils.id, lena.id, 'before');
    await house.restartGateway();
    const after = await house.write(nils.id, lena.id, 'after');
    const client = await house.comeBack(lena, String(before - 1));
    const { position } = await client.first('resumed');
    expect(client.positions).toEqual([before, after]);
    expect(position).toBe(String(after));
    expect(client.of('new_message')[0]?.message.sender?.fullName).toBe('nils Weber');
  });

  it('after too long asks to resync, and misses nothing that is pushed during it', async () => {
    const [first] = [await house.write(nils.id, lena.id)];
    for (let sent = 0; sent < 30; sent += 1) await house.write(nils.id, lena.id);
    const client = await house.comeBack(lena, String(first));
    const { position } = await client.first('resync');
    const next = await house.write(nils.id, lena.id);
    await expect.poll(() => client.positions).toEqual([next]);
    // It read everything up to here over HTTP; the socket got the rest.
    client.send({ type: 'resume', after: position });
    await client.first('resumed');
    expect(client.positions).toEqual([next]);
  });

  it('with a position beyond the log asks to resync', async () => {
    const client = await house.comeBack(lena, '9000000000000000000');
    const { position } = await client.first('resync');
    expect(BigInt(position)).toBe(await house.eventStore.head());
    client.send({ type: 'resume', after: '-1' });
    expect(await client.first('error')).toMatchObject({ code: 'invalid_input', errors: [{ path: 'after' }] });
  });

  it('needs no second frame: `authenticate` can carry the position', async () => {
    const missed = await house.write(nils.id, lena.id);
    const client = await house.socket(lena.token).opened();
    client.send({ type: 'authenticate', userId: lena.id, after: String(missed - 1) });
    await client.first('resumed');
    expect(client.frames.map(({ type }) => type)).toEqual(['authenticated', 'new_message', 'resumed']);
  });

  it('does not bring a message that was deleted in between', async () => {
    const watcher = await house.connect(lena);
    await house.write(nils.id, lena.id, 'a slip of the pen');
    const { message, position } = await watcher.first('new_message');
    await house.delete(message.id, nils.id, lena.id);
    await watcher.first('message_deleted');
    const client = await house.comeBack(lena, String(Number(position) - 1));
    await client.first('resumed');
    expect(client.changes.map(({ type }) => type)).toEqual(['message_deleted']);
  });
});

/** A log in memory whose subscriptions can be held back. */
function createHoldableLog() {
  const log = createMemoryLog();
  let held = Promise.resolve();
  const holdable: EventLog = {
    engine: log.engine,
    append: (...args) => log.append(...args),
    appendInOrder: (...args) => log.appendInOrder(...args),
    readStream: (...args) => log.readStream(...args),
    readAll: (...args) => log.readAll(...args),
    head: () => log.head(),
    close: () => log.close(),
    subscribe: (after, handler, options) =>
      log.subscribe(after, (batch) => held.then(() => handler(batch)), options),
  };
  return {
    log: holdable,
    /** Holds subscriptions back until the returned function is called. */
    hold(): () => void {
      let release = () => {};
      held = new Promise((resolve) => {
        release = resolve;
      });
      return () => release();
    },
  };
}

describe('reconnecting to a gateway that is behind the reader', () => {
  it('repeats nothing', async () => {
    const { log, hold } = createHoldableLog();
    const house = await House.open({ log });
    try {
      const [lena, nils] = [await house.member('lena'), await house.member('nils')];
      const release = hold();
      // Pushed by the gateway to which the reader was connected before.
      for (let sent = 0; sent < 3; sent += 1) await house.write(nils.id, lena.id);
      const known = await house.write(nils.id, lena.id);
      const client = await house.comeBack(lena, String(known));
      await client.first('authenticated');
      release();
      const next = await house.write(nils.id, lena.id);
      await client.first('new_message');
      await client.first('resumed');
      expect(client.positions).toEqual([next]);
    } finally {
      await house.close();
    }
  });
});
