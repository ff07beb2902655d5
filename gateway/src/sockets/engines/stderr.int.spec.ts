import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { closeCodes } from '@pmcw/contracts';
import { streams } from '@pmcw/contracts/events';
import { createLogger, createRegistry, type Foundation, Opened, openFoundation } from '@pmcw/runtime';
import { freePort, freshDatabase, ownMarks, type TestDatabase } from '@pmcw/testing';
import { eventually } from '@pmcw/testing/eventually';
import { programOf } from '@pmcw/testing/program';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { TestClient } from '../../../test/client.ts';
import { socketEngines } from './engine.ts';

const publicUrl = 'http://localhost:8080';
const key = randomBytes(32);
const opened = new Opened();
let database: TestDatabase;
let foundation: Foundation;
beforeAll(async () => {
  database = await freshDatabase();
  const tools = { opened, logger: createLogger('silent'), registry: createRegistry() };
  foundation = await openFoundation({ DATABASE_URL: database.url, VAULT_KEY: key }, tools);
});
afterAll(async () => {
  await opened.close();
  await database.drop();
});

const metadata = () => ({
  ...{ actorId: 1, correlationId: randomUUID(), causationId: randomUUID() },
  time: new Date().toISOString(),
});

async function member(name: string) {
  const { userIds, sessions } = foundation.vault;
  const userId = await userIds.next();
  const data = {
    ...{ userId, username: name, fullName: name, email: `${name}@example.org`, telegramHandle: '' },
    userType: 'General User' as const,
  };
  await foundation.eventStore.append(streams.user(userId), 'no-stream', [
    { type: 'UserRegistered', data, eventId: randomUUID(), metadata: metadata() },
  ]);
  return { userId, ...(await sessions.start(userId)) };
}

async function say(senderId: number): Promise<void> {
  const messageId = uuidv7();
  const data = {
    ...{ messageId, senderId, receiverId: null, content: 'ä'.repeat(4_000), messageType: 'text' as const },
    ...{ voiceHash: null, voiceSeconds: null },
  };
  await foundation.eventStore.append(streams.message(messageId), 'no-stream', [
    { type: 'MessageSent', data, eventId: randomUUID(), metadata: metadata() },
  ]);
}

/** The program of the image, so that what its libraries write to standard error themselves is seen. */
async function gatewayProcess(engine: string) {
  const port = await freePort();
  const program = await programOf(fileURLToPath(new URL('../../main.ts', import.meta.url)));
  const env = {
    ...{
      PATH: process.env.PATH,
      ...ownMarks(),
      HOST: '127.0.0.1',
      PORT: String(port),
      SOCKET_ENGINE: engine,
    },
    ...{ DATABASE_URL: database.url, VAULT_KEY: key.toString('base64'), PUBLIC_URL: publicUrl },
    ...{ COMMAND_SERVICE_URL: 'http://127.0.0.1:1', DISPATCH_SECRET: randomBytes(32).toString('hex') },
  };
  const child: ChildProcess = spawn(process.execPath, [program], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  let complaints = '';
  child.stderr?.on('data', (text) => {
    complaints += String(text);
  });
  const closed = once(child, 'close');
  const ask = (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${port}${path}`, init);
  await eventually(async () => expect((await ask('/readyz')).status).toBe(200));
  const socket = (token: string) =>
    new TestClient(`ws://127.0.0.1:${port}/ws`, {
      headers: { origin: publicUrl, cookie: `session=${token}` },
    });
  return { child, closed, ask, socket, complaints: () => complaints };
}

type Process = Awaited<ReturnType<typeof gatewayProcess>>;

async function plainRequests({ ask }: Process): Promise<void> {
  const body = 'x'.repeat(100_000);
  const statuses = [
    ask('/metrics'),
    ask('/healthz'),
    ask('/nothing'),
    ask('/ws'),
    ask('/x', { method: 'POST', body }),
  ];
  const answers = await Promise.all(statuses);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 426, 404]);
  await Promise.all(answers.map((answer) => answer.text()));
}

async function conversation({ socket }: Process): Promise<void> {
  const [ada, ben] = [await member('ada'), await member('ben')];
  await expect(socket('nobody').opened()).rejects.toThrow('401');
  // One after the other, so that no other socket is open.
  for (let n = 0; n < 3; n += 1) await (await socket(ada.token).opened()).close();
  const clients = await Promise.all([ada.token, ada.token, ben.token].map((token) => socket(token).opened()));
  const [first, second, third] = clients;
  first?.send({ type: 'authenticate', userId: ada.userId, after: '0' });
  second?.send({ type: 'authenticate', userId: ada.userId });
  third?.send({ type: 'authenticate', userId: ben.userId });
  await Promise.all(clients.map((client) => client.first('authenticated')));
  await Promise.all(Array.from({ length: 30 }, () => say(ada.userId)));
  for (const client of clients)
    await eventually(() => expect(client.changes.length).toBeGreaterThanOrEqual(30));
  third?.sendRaw('no frame');
  await third?.first('error');
  await foundation.vault.sessions.end(ben.session.id, 'logout');
  expect((await third?.closed)?.code).toBe(closeCodes.signedOut);
}

const engines = socketEngines.filter((engine) => engine === 'ws' || Number(process.versions.modules) <= 127);

it.each(engines)('a gateway with %s writes nothing to standard error', async (engine) => {
  const gateway = await gatewayProcess(engine);
  await plainRequests(gateway);
  await conversation(gateway);
  gateway.child.kill('SIGTERM');
  await gateway.closed;
  expect([gateway.child.exitCode, gateway.complaints()]).toEqual([0, '']);
});
