import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { createBreakableLog } from '../test/breakableLog.ts';
import { House, type HouseOptions } from '../test/house.ts';

/** 1,000 in a full run. */
const sockets = 100;
const socketsOfEach = 50;

const houses: House[] = [];
afterEach(async () => {
  await Promise.all(houses.splice(0).map((house) => house.close()));
});
async function openHouse(options: HouseOptions = {}): Promise<House> {
  const house = await House.open(options);
  houses.push(house);
  return house;
}

describe('the gateway', () => {
  it('recovers from the loss of the log, without a gap or a repeat', async () => {
    const { log, state } = createBreakableLog();
    const house = await openHouse({ log, limits: { restartFirstMs: 10, restartMostMs: 20 } });
    const [lena, nils] = [await house.member('lena'), await house.member('nils')];
    const client = await house.connect(lena);
    const positions: number[] = [];
    for (let losses = 0; losses < 3; losses += 1) {
      positions.push(await house.write(nils.id, lena.id, 'there'));
      state.isAway = true;
      positions.push(await house.write(nils.id, lena.id, 'away'));
      await expect.poll(() => house.gateway.stats().follower.status).toBe('failed');
      positions.push(await house.write(nils.id, null, 'still away'));
      state.isAway = false;
      await expect.poll(() => client.positions).toEqual(positions);
    }
    expect(house.gateway.stats().follower).toMatchObject({
      status: 'following',
      position: String(positions.at(-1)),
    });
    expect(house.gateway.stats().follower.restarts).toBeGreaterThanOrEqual(3);
  });

  it('skips an unreadable event', async () => {
    const { log } = createBreakableLog();
    const house = await openHouse({ log, limits: { restartFirstMs: 10, restartMostMs: 20 } });
    const [lena, nils] = [await house.member('lena'), await house.member('nils')];
    const client = await house.connect(lena);
    await log.append('message-broken', 'no-stream', [
      { eventId: randomUUID(), type: 'MessageSent', data: { senderId: 'who?' }, metadata: {} },
    ]);
    const position = await house.write(nils.id, lena.id);
    await expect.poll(() => client.positions).toEqual([position]);
  });

  it('closes after it has answered the commands in flight', async () => {
    let answer = () => {};
    const gate = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const house = await openHouse({ beforeDispatch: () => gate });
    const [lena, nils] = [await house.member('lena'), await house.member('nils')];
    const [client, idle] = [await house.connect(lena), await house.connect(nils)];
    client.send({ type: 'message', receiverId: nils.id, content: 'just in time' });
    await expect.poll(() => house.gateway.stats().commandsInFlight).toBe(1);
    const closing = house.gateway.close();
    client.send({ type: 'message', receiverId: nils.id, content: 'too late' });
    expect(await client.first('error')).toMatchObject({ code: 'unavailable', retryAfter: 1 });
    await expect(house.socket(lena.token).opened()).rejects.toThrow('ECONNREFUSED');
    answer();
    await closing;
    expect(await client.closed).toMatchObject({ code: 1001 });
    expect(await idle.closed).toMatchObject({ code: 1001 });
    expect(client.of('ack')).toMatchObject([{ message: { content: 'just in time' } }]);
    expect(house.gateway.stats()).toMatchObject({ sockets: 0, follower: { status: 'stopped' } });
  });

  it('does not wait permanently for a command service that does not answer', async () => {
    const house = await openHouse({
      limits: { drainMs: 100 },
      beforeDispatch: () => new Promise(() => undefined),
    });
    const lena = await house.member('lena');
    const client = await house.connect(lena);
    client.send({ type: 'message', isGlobal: true, content: 'never' });
    await expect.poll(() => house.gateway.stats().commandsInFlight).toBe(1);
    await house.gateway.close();
    expect(await client.closed).toMatchObject({ code: 1001 });
  });

  it('reports that its port is taken', async () => {
    const house = await openHouse();
    await house.gateway.close();
    await expect(house.gateway.listen({ host: '203.0.113.1', port: 1 })).rejects.toThrow(
      "can't listen on 203.0.113.1:1",
    );
  });

  it('shares its port with no other gateway', async () => {
    const [first, second] = [await openHouse(), await openHouse()];
    await second.gateway.close();
    const listening = second.gateway.listen({ host: '127.0.0.1', port: first.port });
    await expect(listening).rejects.toThrow('in use by another program');
  });

  it('reaches all sockets at once', async () => {
    const house = await openHouse();
    const members = await Promise.all(
      Array.from({ length: sockets / socketsOfEach }, (_, place) => house.member(`m${place}`)),
    );
    const clients = (
      await Promise.all(
        members.map((member) =>
          Promise.all(Array.from({ length: socketsOfEach }, () => house.connect(member))),
        ),
      )
    ).flat();
    const [writer] = members;
    if (writer === undefined) throw new Error('No member was created');
    await house.write(writer.id, null, 'one');
    await Promise.all(clients.map((client) => client.first('new_global_message')));
    await house.write(writer.id, null, 'another');
    await expect.poll(() => clients.filter((client) => client.positions.length === 2).length).toBe(sockets);
    expect(house.gateway.stats()).toMatchObject({ sockets, authenticated: sockets, replaying: 0 });
  });
});

it('closes without waiting for a read of the log that hangs', async () => {
  const { log, state } = createBreakableLog();
  const hour = 3_600_000;
  const house = await openHouse({ log, limits: { readMs: hour, drainMs: hour } });
  const lena = await house.member('lena');
  await house.write(lena.id, null);
  // It remembers nothing from before its start.
  await house.restartGateway();
  const client = await house.connect(lena);
  state.isSilent = true;
  const { reads } = state;
  client.send({ type: 'resume', after: '0' });
  await expect.poll(() => state.reads).toBeGreaterThan(reads);
  await house.gateway.close();
});
