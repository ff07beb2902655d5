import { setImmediate } from 'node:timers/promises';
import { closeCodes, limits } from '@pmcw/contracts';
import { pause } from '@pmcw/resilience';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, describe, expect, it } from 'vitest';
import type { TestClient } from '../../test/client.ts';
import { House } from '../../test/house.ts';
import type { GatewayLimits, GatewayObservation } from '../index.ts';

/** A gateway with two members for a group of specs, opened on first use. */
function shared(changed: Partial<GatewayLimits>) {
  const observations: GatewayObservation[] = [];
  const open = async () => {
    const house = await House.open({
      limits: changed,
      observe: (observation) => observations.push(observation),
    });
    return { house, lena: await house.member('lena'), nils: await house.member('nils') };
  };
  let opened: ReturnType<typeof open> | undefined;
  afterAll(async () => {
    await (await opened)?.house.close();
  });
  return {
    observations,
    rooms: () => {
      opened ??= open();
      return opened;
    },
  };
}

type Shared = ReturnType<typeof shared>;

describe('the rate of frames', () => {
  const { rooms } = shared({ framesPerSecond: 1e-9, framesBurst: 10, refusalsInRow: 5 });
  const { rooms: refilling } = shared({ framesPerSecond: 1, framesBurst: 2 });

  it('is limited over all sockets of a member; sockets that continue are closed', async () => {
    const { house, lena, nils } = await rooms();
    const other = await house.connect(nils);
    const [one, two] = [await house.connect(lena), await house.connect(lena)];
    for (let sent = 0; sent < 8; sent += 1) two.send({ type: 'ping', timestamp: sent });
    await expect.poll(() => two.of('pong').length).toBe(8);
    const id = '01890a5d-ac96-774b-bcce-b302099a8057';
    one.send({ type: 'message', id, receiverId: nils.id, content: 'x' });
    expect(await one.first('error')).toMatchObject({ id, code: 'too_many_requests' });
    for (let sent = 0; sent < 20; sent += 1) one.send({ type: 'ping', timestamp: sent });
    expect(await one.closed).toMatchObject({ code: closeCodes.tooManyFrames });
    other.send({ type: 'ping', timestamp: 1 });
    await other.first('pong');
  });

  it('lets a member continue after the wait it was asked for', async () => {
    const { house, lena } = await refilling();
    const client = await house.connect(lena);
    for (let sent = 0; sent < 9; sent += 1) client.send({ type: 'ping', timestamp: sent });
    const { retryAfter } = await client.first('error');
    expect(retryAfter).toBe(1);
    const answered = client.of('pong').length;
    const answers = () => {
      client.send({ type: 'ping', timestamp: 9 });
      return client.of('pong').length;
    };
    await expect.poll(answers, { interval: 1_000 }).toBeGreaterThan(answered);
  });
});

describe('a member with a full outbox', () => {
  const { rooms } = shared({ framesPerSecond: 40, framesBurst: 60, refusalsInRow: 40 });

  it('gets all messages through by waiting as asked, with a socket that stays open and alive', async () => {
    const { house, lena, nils } = await rooms();
    const client = await house.connect(lena);
    const messages = Array.from({ length: 120 }, () => uuidv7());
    const settled = (id: string) =>
      [...client.of('ack'), ...client.of('error')].filter((one) => one.id === id);
    for (let next = 0, rounds = 0; next < messages.length; rounds += 1) {
      const window = messages.slice(next, next + limits.messagesInFlight);
      const before = window.map((id) => settled(id).length);
      window.forEach((id, i) => {
        const previous = window[i - 1];
        const frame = { type: 'message', id, receiverId: nils.id, content: id };
        client.send(previous === undefined ? frame : { ...frame, previous });
      });
      expect(await client.ping(rounds)).toBe(true);
      await expect
        .poll(() => window.map((id) => settled(id).length))
        .toEqual(before.map((count) => count + 1));
      const acknowledged = client.of('ack').map(({ id }) => id);
      const unsent = window.findIndex((id) => !acknowledged.includes(id));
      next += unsent === -1 ? window.length : unsent;
      if (unsent !== -1) await pause((client.of('error').at(-1)?.retryAfter ?? 0) * 1_000);
    }
    expect(client.of('error').length).toBeGreaterThan(0);
    expect(client.of('ack').map(({ id }) => id)).toEqual(messages);
  });
});

describe('an invalid frame', () => {
  const { rooms } = shared({ frameBytes: 1_000, refusalsInRow: 10 });

  it('is answered each time, and the socket stays open', async () => {
    const { house, lena } = await rooms();
    const client = await house.connect(lena);
    client.sendRaw('{');
    client.sendRaw(Buffer.from('{"type":"ping","timestamp":1}'));
    client.send({ type: 'teleport' });
    client.send({ type: 'ping', timestamp: 1, note: 'x'.repeat(1_000) });
    client.send({ type: 'ping', timestamp: 1 });
    await client.first('pong');
    expect(client.of('error')).toMatchObject([
      { code: 'invalid_input', errors: [{ path: '' }] },
      { code: 'invalid_input', errors: [{ path: '' }] },
      { code: 'invalid_input', errors: [{ path: 'type' }] },
      { code: 'too_large' },
    ]);
  });

  it('closes the socket when only such frames arrive', async () => {
    const { house, lena } = await rooms();
    const client = await house.connect(lena);
    for (let sent = 0; sent < 11; sent += 1) client.sendRaw('nonsense');
    expect(await client.closed).toMatchObject({ code: 1008 });
    expect(client.of('error')).toHaveLength(11);
  });

  it('is dropped unread when it is far too large', async () => {
    const { house, lena } = await rooms();
    const client = await house.connect(lena);
    client.sendRaw('x'.repeat(4_001));
    await client.closed;
    expect(client.of('error')).toEqual([]);
  });
});

describe('a slow reader', () => {
  const content = '€'.repeat(4_000);
  const patient = shared({ socketBacklogBytes: 256 * 1024, cutOffMs: 60_000 });
  const strict = shared({ socketBacklogBytes: 256 * 1024, cutOffMs: 100, tickMs: 20 });

  /** Sends messages, no faster than a quick reader reads them, until a slow reader is cut off. */
  async function flood({ rooms, observations }: Shared, quick: TestClient): Promise<void> {
    const { house, lena, nils } = await rooms();
    for (let sent = 0; sent < 2_000; sent += 1) {
      const position = await house.write(nils.id, lena.id, content);
      while (quick.positions.at(-1) !== position) await setImmediate();
      if (observations.some(({ kind }) => kind === 'cut_off')) return;
    }
    throw new Error('No reader was cut off');
  }

  it('is cut off while others continue, and loses nothing', async () => {
    const { house, lena, nils } = await patient.rooms();
    const [slow, quick] = [await house.connect(lena), await house.connect(lena)];
    slow.pause();
    await flood(patient, quick);
    const last = await house.write(nils.id, lena.id, 'the last');
    await expect.poll(() => quick.positions.at(-1)).toBe(last);
    slow.unpause();
    expect(await slow.closed).toMatchObject({ code: closeCodes.slowReader });
    expect(slow.positions).toEqual(quick.positions.slice(0, slow.positions.length));
    expect(slow.positions.length).toBeLessThan(quick.positions.length);

    const back = await house.comeBack(lena, String(slow.positions.at(-1)));
    await back.first('resumed');
    expect([...slow.positions, ...back.positions]).toEqual(quick.positions);
  });

  it('is dropped when it reads nothing at all', async () => {
    const { house, lena } = await strict.rooms();
    const open = house.gateway.stats().sockets;
    const [stuck, quick] = [await house.connect(lena), await house.connect(lena)];
    stuck.pause();
    await flood(strict, quick);
    await quick.close();
    await expect.poll(() => house.gateway.stats().sockets).toBe(open);
  });
});
