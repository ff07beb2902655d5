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
  it.each([0, 1])('finds the leader, whichever it is (%i)', async (index) => {
    cluster.lead(index);
    const client = connect(cluster.connectionString);
    expect(await client.appendToStream(newStream(), happened(), leaderWanted)).toMatchObject({
      success: true,
    });
  });

  it('finds a follower when it prefers one', async () => {
    const client = connect(`${cluster.connectionString}&nodePreference=follower`);
    const append = client.appendToStream(newStream(), happened(), leaderWanted);
    await expect(append).rejects.toMatchObject(notLeader(cluster.server(0)));
  });

  it('finds nobody while nobody leads or gossip fails', async () => {
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
  it('forwards it, unless the leader is asked for', async () => {
    const stream = newStream();
    const follower = connect(cluster.server(1).connectionString);
    await follower.appendToStream(stream, happened(), options);
    expect(await recorded(connect(cluster.server(0).connectionString).readStream(stream))).toHaveLength(1);
    // Another client, for on a batch call the first append says for all whether the leader is asked for.
    const strict = connect(cluster.server(1).connectionString);
    const append = strict.appendToStream(stream, happened(), { ...options, ...leaderWanted });
    await expect(append).rejects.toMatchObject(notLeader(cluster.server(0)));
    // It now talks to the leader that it was told.
    await strict.appendToStream(stream, happened(), { ...options, ...leaderWanted, expectedRevision: 0n });
  });

  it('cannot while nobody leads', async () => {
    const client = connect(cluster.server(1).connectionString);
    await cluster.stopLeader();
    const notReady = { message: expect.stringContaining('Server Is Not Ready') };
    await expect(client.appendToStream(newStream(), happened(), options)).rejects.toMatchObject(notReady);
    cluster.lead(1);
    await eventually(() => client.appendToStream(newStream(), happened(), { ...options, ...leaderWanted }));
  });
});

describe('A follower asked to read', () => {
  it('does, unless the leader is asked for', async () => {
    const stream = newStream();
    const client = connect(cluster.server(1).connectionString);
    await client.appendToStream(stream, happenings(2));
    expect(await recorded(client.readStream(stream))).toHaveLength(2);
    const told = notLeader(cluster.server(0));
    await expect(recorded(client.readStream(stream, leaderWanted))).rejects.toMatchObject(told);
    const another = connect(cluster.server(1).connectionString);
    await expect(recorded(another.readAll(leaderWanted))).rejects.toMatchObject(told);
    const third = connect(cluster.server(1).connectionString);
    await expect(recorded(third.subscribeToAll(leaderWanted))).rejects.toMatchObject(told);
  });

  it('lets somebody who wants only new events have them, though the leader is asked for', async () => {
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

it('Not being the leader ends every append that waits on the same call', async () => {
  const client = connect(cluster.server(1).connectionString);
  const appends = Array.from({ length: 3 }, () =>
    client.appendToStream(newStream(), happened(), leaderWanted),
  );
  const results = await Promise.allSettled(appends);
  for (const result of results) {
    expect(result).toMatchObject({ status: 'rejected', reason: { type: 'not-leader' } });
  }
});

it('A leader that takes over does not know what its predecessor had appended lately', async () => {
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
