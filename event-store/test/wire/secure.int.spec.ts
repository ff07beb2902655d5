import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStoreDBClient } from '@eventstore/db-client';
import { selfSigned } from '@pmcw/testing/selfSigned';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startWireServer, type WireServer } from './server.ts';
import { happened, newStream, recorded } from './targets.ts';

const admin = { name: 'admin', password: 'changeit', admin: true };
const writer = { name: 'writer', password: 'secret' };
const denied = { type: 'access-denied' };

let directory: string;
let server: WireServer;
let caFile: string;
const clients: EventStoreDBClient[] = [];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'wire-'));
  const tls = selfSigned('localhost');
  caFile = join(directory, 'ca.pem');
  await writeFile(caFile, tls.cert);
  server = await startWireServer({ tls, users: [admin, writer] });
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.dispose()));
});
afterAll(async () => {
  await server.stop();
  await rm(directory, { recursive: true });
});

const connect = (credentials = '', hosts = `localhost:${server.port}`) => {
  const client = EventStoreDBClient.connectionString(
    `esdb://${credentials}${hosts}?tls=true&tlsCAFile=${caFile}`,
  );
  clients.push(client);
  return client;
};
const readAll = (client: EventStoreDBClient) => recorded(client.readAll({ maxCount: 1 }));
const subscribe = (client: EventStoreDBClient) => recorded(client.subscribeToAll());

describe('Over TLS', () => {
  it('an admin may do everything', async () => {
    const client = connect('admin:changeit@');
    const stream = newStream('$system');
    expect(await client.appendToStream(stream, happened())).toMatchObject({ success: true });
    expect(await recorded(client.readStream(stream))).toHaveLength(1);
    expect(await readAll(client)).toHaveLength(1);
  });

  it('another user may use all but system streams and the whole log', async () => {
    const client = connect('writer:secret@');
    const stream = newStream();
    const credentials = { username: 'writer', password: 'secret' };
    expect(await client.appendToStream(stream, happened())).toMatchObject({ success: true });
    expect(await client.appendToStream(stream, happened(), { credentials })).toMatchObject({ success: true });
    expect(await client.appendToStream(`$$${stream}`, happened())).toMatchObject({ success: true });
    expect(await recorded(client.readStream(stream))).toHaveLength(2);
    await expect(client.appendToStream('$system', happened())).rejects.toMatchObject(denied);
    await expect(client.appendToStream('$system', happened(), { credentials })).rejects.toMatchObject({
      ...denied,
      code: 7,
    });
    await expect(recorded(client.readStream('$system'))).rejects.toMatchObject({ ...denied, code: 7 });
    await expect(readAll(client)).rejects.toMatchObject({ ...denied, code: 7 });
    await expect(subscribe(client)).rejects.toMatchObject({ ...denied, code: 7 });
  });

  it('no other caller may do anything', async () => {
    const client = connect();
    await expect(client.appendToStream(newStream(), happened())).rejects.toMatchObject(denied);
    await expect(recorded(client.readStream(newStream()))).rejects.toMatchObject({ ...denied, code: 7 });
    await expect(subscribe(client)).rejects.toMatchObject({ ...denied, code: 7 });
  });

  it.each(['admin:wrong@', 'stranger:secret@'])('%s is refused', async (credentials) => {
    const client = connect(credentials);
    await expect(client.appendToStream(newStream(), happened())).rejects.toMatchObject({
      ...denied,
      code: 16,
    });
    await expect(recorded(client.readStream(newStream()))).rejects.toMatchObject({ ...denied, code: 16 });
    await expect(subscribe(client)).rejects.toMatchObject({ ...denied, code: 16 });
    const [username, password] = credentials.split(/[:@]/);
    const own = { credentials: { username: username ?? '', password: password ?? '' } };
    await expect(client.appendToStream(newStream(), happened(), own)).rejects.toMatchObject({
      ...denied,
      code: 16,
    });
  });

  it('gossip is public', async () => {
    const host = `localhost:${server.port}`;
    const client = connect('writer:secret@', `${host},${host}`);
    expect(await client.appendToStream(newStream(), happened())).toMatchObject({ success: true });
  });

  it('a client that does not know the certificate does not connect', async () => {
    const client = EventStoreDBClient.connectionString(`esdb://localhost:${server.port}?tls=true`);
    clients.push(client);
    await expect(client.appendToStream(newStream(), happened())).rejects.toMatchObject({ code: 14 });
  });

  it('a broken connection is opened again', async () => {
    const client = connect('admin:changeit@');
    await client.appendToStream(newStream(), happened());
    const subscription = subscribe(client);
    server.faults.cutAfterEvents(1);
    await expect(subscription).rejects.toMatchObject({ type: 'unavailable' });
    expect(await readAll(client)).toHaveLength(1);
  });
});
