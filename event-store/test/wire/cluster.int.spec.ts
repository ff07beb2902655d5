import { once } from 'node:events';
import { EventStoreDBClient } from '@eventstore/db-client';
import { eventually } from '@pmcw/testing/eventually';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startWireCluster, type WireCluster } from './cluster.ts';
import type { WireServer } from './server.ts';
import { happened, happenings, newStream, recorded, ways } from './targets.ts';

let cluster: WireCluster;
const clients: EventStoreDBClient[] = [];
const connect = (connectionString: string) => {
  const client = EventStoreDBClient.connectionString(connectionString);
  clients.push(client);
  return client;
};
beforeEach(async () => {
  cluster = await startWireCluster(2);
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.dispose()));
  await cluster.stop();
});

const leaderWanted = { requiresLeader: true };
const notLeader = ({ endpoint }: WireServer) => ({
  type: 'not-leader',
  leader: { address: endpoint.host, port: endpoint.port },
});

describe('A client of the cluster', () => {
  it.each([0, 1])('finds any leader (%i)', async (index) => {
    cluster.lead(index);
    const client = connect(cluster.connectionString);
    expect(await client.appendToStream(newStream(), happened(), leaderWanted)).toMatchObject({
      success: true,
    });
  });

  it('finds a follower if it prefers one', async () => {
    const client = connect(`${cluster.connectionString}&nodePreference=follower`);
    const append = client.appendToStream(newStream(), happened(), leaderWanted);
    await expect(append).rejects.toMatchObject(notLeader(cluster.server(0)));
  });

  it('fails without a leader or gossip', async () => {
    cluster.server(0).loseLeader();
    cluster.server(1).loseLeader();
    const impatient = `${cluster.connectionString}&maxDiscoverAttempts=2`;
    await expect(connect(impatient).appendToStream(newStream(), happened())).rejects.toThrow(
      'Failed to discover',
    );
    cluster.lead(1);
    for (const { faults } of cluster.servers) faults.refuse('gossip', { times: 2 });
    await expect(connect(impatient).appendToStream(newStream(), happened())).rejects.toThrow(
      'Failed to discover',
    );
    expect(await connect(impatient).appendToStream(newStream(), happened())).toMatchObject({ success: true });
  });
});

describe.each(Object.entries(ways))('A follower asked to append (%s)', (_, options) => {
  it('forwards it, unless the leader is required', async () => {
    const stream = newStream();
    const follower = connect(cluster.server(1).connectionString);
    await follower.appendToStream(stream, happened(), options);
    expect(await recorded(connect(cluster.server(0).connectionString).readStream(stream))).toHaveLength(1);
    // Another client, because the first append of a batch call determines whether the leader is required.
    const strict = connect(cluster.server(1).connectionString);
    const append = strict.appendToStream(stream, happened(), { ...options, ...leaderWanted });
    await expect(append).rejects.toMatchObject(notLeader(cluster.server(0)));
    // It now uses the leader from the error.
    await strict.appendToStream(stream, happened(), { ...options, ...leaderWanted, expectedRevision: 0n });
  });

  it('can’t without a leader', async () => {
    const client = connect(cluster.server(1).connectionString);
    await cluster.stopLeader();
    const notReady = { message: expect.stringContaining('Server Is Not Ready') };
    await expect(client.appendToStream(newStream(), happened(), options)).rejects.toMatchObject(notReady);
    cluster.lead(1);
    await eventually(() => client.appendToStream(newStream(), happened(), { ...options, ...leaderWanted }));
  });
});

describe('A follower asked to read', () => {
  it('answers, unless the leader is required', async () => {
    const stream = newStream();
    const client = connect(cluster.server(1).connectionString);
    await client.appendToStream(stream, happenings(2));
    expect(await recorded(client.readStream(stream))).toHaveLength(2);
    const refusal = notLeader(cluster.server(0));
    await expect(recorded(client.readStream(stream, leaderWanted))).rejects.toMatchObject(refusal);
    const another = connect(cluster.server(1).connectionString);
    await expect(recorded(another.readAll(leaderWanted))).rejects.toMatchObject(refusal);
    const third = connect(cluster.server(1).connectionString);
    await expect(recorded(third.subscribeToAll(leaderWanted))).rejects.toMatchObject(refusal);
  });

  it('delivers new events to a subscriber, even if the leader is required', async () => {
    const client = connect(cluster.server(1).connectionString);
    const subscription = client.subscribeToAll({ ...leaderWanted, fromPosition: 'end' });
    await once(subscription, 'caughtUp');
    const [[received]] = await Promise.all([
      once(subscription, 'data'),
      client.appendToStream(newStream(), happened(7)),
    ]);
    expect(received).toMatchObject({ event: { data: { n: 7 } } });
  });
});

it('Losing the lead ends all appends that wait on the same call', async () => {
  const client = connect(cluster.server(1).connectionString);
  const appends = Array.from({ length: 3 }, () =>
    client.appendToStream(newStream(), happened(), leaderWanted),
  );
  const results = await Promise.allSettled(appends);
  for (const result of results) {
    expect(result).toMatchObject({ status: 'rejected', reason: { type: 'not-leader' } });
  }
});

it('A new leader does not know its predecessor’s recent appends', async () => {
  const client = connect(cluster.connectionString);
  const [stream, event] = [newStream(), happened()];
  await client.appendToStream(stream, event);
  await client.appendToStream(stream, event);
  cluster.lead(1);
  await client.appendToStream(stream, event);
  expect(await recorded(client.readStream(stream))).toHaveLength(2);
});

it('A subscriber at a follower sees what the leader writes', async () => {
  const leader = connect(cluster.server(0).connectionString);
  const subscription = connect(cluster.server(1).connectionString).subscribeToAll({ fromPosition: 'end' });
  await once(subscription, 'caughtUp');
  const [[received]] = await Promise.all([
    once(subscription, 'data'),
    leader.appendToStream(newStream(), happened(3)),
  ]);
  expect(received).toMatchObject({ event: { data: { n: 3 } } });
});
