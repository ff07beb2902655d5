import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as open } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { eventTypes, type ProductEvents, streams } from '@pmcw/contracts/events';
import { createEventStore, type EventStore, openPostgresLog } from '@pmcw/event-store';
import { freePort, freshDatabase, type TestDatabase } from '@pmcw/testing';
import { openVault } from '@pmcw/vault';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPage } from '../../http/test/openPage.ts';
import { query } from '../test/postgres.ts';
import { cookiesOf, publicUrl, type RunningProduct, registration, runProduct } from '../test/product.ts';
import { root } from './places.ts';

/** Three batches of a follower. */
const messages = 4_100;
const writers = 50;
const masterKey = randomBytes(32);
let database: TestDatabase;
let folder: string;
let port: number;
let url: string;
let starting: Promise<RunningProduct> | null;
beforeAll(async () => {
  database = await freshDatabase();
  await install();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await forgetMessages();
  folder = await mkdtemp(path.join(tmpdir(), 'pmcw-preparing-'));
  port = await freePort();
  url = `http://127.0.0.1:${port}`;
  starting = null;
});
afterEach(async () => {
  // The program waits for nothing any longer.
  for (let batch = 0; batch < 100; batch += 1) await letThrough(batch);
  await (await starting)?.stop();
  await rm(folder, { recursive: true });
});

/** Lets the thread fold its n-th batch. */
const letThrough = (batch: number) => writeFile(path.join(folder, String(batch)), '');

const foundation = () => ({ DATABASE_URL: database.url, VAULT_KEY: masterKey });

/** The program that `npm start` runs in its thread, from the build, with a model that `body` changes. */
async function threadProgram(body: string): Promise<URL> {
  const file = path.join(folder, 'thread.mjs');
  const built = (name: string) => pathToFileURL(path.join(root, 'projections/dist', name)).href;
  await writeFile(
    file,
    `import { existsSync, writeFileSync } from 'node:fs';
     import { productModels } from ${JSON.stringify(built('models.js'))};
     import { runInThread } from ${JSON.stringify(built('thread/inThread.js'))};
     const at = (name) => ${JSON.stringify(folder)} + '/' + name;
     let batch = 0;
     await runInThread(productModels.map((model) => model.name !== 'messages' ? model : {
       ...model,
       async apply(tx, events) { ${body} await model.apply(tx, events); },
     }));`,
  );
  return pathToFileURL(file);
}

/** Keeps the whole thread busy until the batch is let through: no timer and no answer of it runs. */
const flood = 'for (const file = at(batch); !existsSync(file);); batch += 1;';

/** An installation whose log has many messages. */
async function install(): Promise<void> {
  await (await runProduct({ foundation: foundation() })).stop();
  const vault = await openVault({ connectionString: database.url, masterKey });
  const log = await openPostgresLog({ connectionString: database.url });
  const eventStore = createEventStore(log, eventTypes, vault.sealer);
  let left = messages;
  await Promise.all(
    Array.from({ length: writers }, async () => {
      while (left > 0) {
        left -= 1;
        await send(eventStore);
      }
    }),
  );
  await log.close();
  await vault.close();
}

async function send(eventStore: Pick<EventStore<ProductEvents>, 'append'>): Promise<void> {
  const messageId = uuidv7();
  const text = { content: 'hello', messageType: 'text', voiceHash: null, voiceSeconds: null } as const;
  const data = { messageId, senderId: 1, receiverId: null, ...text };
  const cause = randomUUID();
  const time = new Date().toISOString();
  const metadata = { actorId: 1, correlationId: cause, causationId: cause, time };
  const event = { type: 'MessageSent', eventId: randomUUID(), data, metadata } as const;
  await eventStore.append(streams.message(messageId), 'no-stream', [event]);
}

/** Drops the read model of messages. */
async function forgetMessages(): Promise<void> {
  await query(database.url, 'drop schema messages cascade');
  await query(database.url, "delete from projections.checkpoints where model = 'messages'");
}

async function foldedMessages(): Promise<unknown> {
  const [row] = await query(database.url, 'select count(*)::integer as count from messages.messages');
  return row?.count;
}

const api = () => fetch(`${url}/api/messages/global`);

async function percentOf(response: Response): Promise<number> {
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '3']);
  const problem: unknown = await response.json();
  expect(problem).toMatchObject({ code: 'unavailable', status: 503 });
  const { detail } = Object(problem);
  expect(detail).toMatch(/^Preparing, \d+ %$/);
  return Number(/\d+/.exec(String(detail))?.[0]);
}

const percentNow = async () => percentOf(await api());

describe('a start with read models to make, while the thread that folds is flooded', () => {
  it('answers at once, with percentages that rise, and is ready when its rows are', async () => {
    starting = runProduct({ foundation: foundation(), port, projectorProgram: await threadProgram(flood) });

    await expect
      .poll(() =>
        fetch(`${url}/healthz`).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200);
    const seen = [await percentNow()];
    for (let batch = 0; (seen.at(-1) ?? 0) < 80; batch += 1) {
      await letThrough(batch);
      await expect.poll(percentNow).toBeGreaterThan(seen.at(-1) ?? 0);
      seen.push(await percentNow());
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
    }
    expect(seen.length).toBeGreaterThan(2);

    const ready = await fetch(`${url}/readyz`);
    expect(ready.status).toBe(503);
    expect(await ready.json()).toMatchObject({
      ready: false,
      checks: { preparing: { ok: false, percent: expect.any(Number) }, instance: { ok: true } },
    });
    const written = await fetch(`${url}/api/login`, {
      method: 'POST',
      headers: { origin: publicUrl, 'content-type': 'application/json' },
      body: '{}',
    });
    await percentOf(written);

    for (let batch = 0; batch < 100; batch += 1) await letThrough(batch);
    const product = await starting;
    expect((await product.ask('GET', '/readyz')).status).toBe(200);
    const registered = await product.ask('POST', '/api/register', { body: registration('ada') });
    const cookie = cookiesOf(registered);
    expect(await (await product.ask('GET', '/api/messages/global?limit=1', { cookie })).json()).toHaveLength(
      1,
    );
    expect(await foldedMessages()).toBe(messages);
  });

  it('shows a page to browsers that reloads itself, and refuses sockets', async () => {
    starting = runProduct({ foundation: foundation(), port, projectorProgram: await threadProgram(flood) });
    await expect
      .poll(() =>
        api().then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(503);

    const page = await openPage(`${url}/directory`);
    expect([page.status, page.headers['retry-after']]).toEqual([503, '3']);
    expect(page.body).toMatch(/<h1 id="title">Preparing, \d+ %<\/h1>/);

    const handshake = { connection: 'upgrade', upgrade: 'websocket', origin: publicUrl };
    const asked = open({ port, path: '/ws', headers: handshake }).end();
    const [refused] = await once(asked, 'response');
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '3']);
    refused.resume();
  });
});

it('starts the thread again when it crashes, and loses nothing', async () => {
  const crashOnce = `if (!existsSync(at('crashed'))) {
    writeFileSync(at('crashed'), '');
    setTimeout(() => { throw new Error('The thread is out of order'); });
    await new Promise(() => undefined);
  }`;
  starting = runProduct({ foundation: foundation(), port, projectorProgram: await threadProgram(crashOnce) });
  const product = await starting;
  expect(await foldedMessages()).toBe(messages);
  const lines = (await product.log())
    .split('\n')
    .filter((line) => line.includes('the thread of the read models'));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/"level":50.*The thread is out of order/);
  // Lines of the thread have the shape of all others.
  expect(await product.log()).toMatch(
    /"level":30,"time":\d+,"pid":\d+,.*"model":"messages","msg":"read model running"/,
  );
  expect(await (await product.ask('GET', '/metrics')).text()).toMatch(
    /projection_events_total\{model="messages"\} \d{4}/,
  );
});
