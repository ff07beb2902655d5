import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type EventLog, openEventStoreDbLog } from '@pmcw/event-store';
import { auditFolderOf } from '@pmcw/notary';
import { freePort, freshDatabase, type TestDatabase } from '@pmcw/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isReady, type Part, startPart, statusOf, type Workspace, workspaces } from '../test/parts.ts';
import { adminPassword, cookiesOf, publicUrl, registration, runProduct } from '../test/product.ts';
import { closing, eventsIn, namedOnce, ServedLogs } from '../test/servedLogs.ts';
import { root } from './places.ts';

const masterKey = randomBytes(32);
let closers: (() => Promise<unknown>)[];
let folder: string;
let database: TestDatabase;
let address: ServedLogs;
beforeEach(async () => {
  closers = [];
  database = await freshDatabase();
  closers.push(() => database.drop());
  address = new ServedLogs();
  closers.push(() => address.close());
  folder = await mkdtemp(path.join(tmpdir(), 'pmcw-instance-'));
  closers.push(() => rm(folder, { recursive: true }));
});
afterEach(async () => {
  for (const close of closers.reverse()) await close();
});

/** Gives a log the id of another installation. */
async function ofOthers(log: EventLog): Promise<void> {
  const data = { instanceId: randomUUID() };
  await log.append('instance', 'no-stream', [
    { eventId: randomUUID(), type: 'InstanceNamed', data, metadata: {} },
  ]);
}

const ask = (url: string, method: 'GET' | 'POST', body?: object, cookie = '') =>
  fetch(url, {
    method,
    headers: {
      origin: publicUrl,
      cookie,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

describe('every part, two of each writer, with a wrong log', () => {
  let settings: Record<string, string>;
  beforeEach(async () => {
    await address.serve(address.others);
    await closing(await openEventStoreDbLog({ connectionString: address.url }), ofOthers);
    await address.serve(address.ours);
    settings = {
      DATABASE_URL: database.url,
      EVENTSTORE_URL: address.url,
      VAULT_KEY: masterKey.toString('base64'),
      PUBLIC_URL: publicUrl,
      DISPATCH_SECRET: randomBytes(32).toString('hex'),
      COMMAND_SERVICE_URL: 'http://127.0.0.1:1',
      ADMIN_PASSWORD: adminPassword,
      AUDIT_DIR: folder,
      CHECKPOINT_SECONDS: '1',
      APP_FILES: path.join(root, 'pwa'),
    };
  });

  /** In the log their events are there once, however many there are. */
  const writers = ['command-service', 'projections', 'notary'] as const;

  const checkpoints = () => readFile(auditFolderOf(folder, 'eventstoredb').checkpoints, 'utf8');

  /** Makes the installation; returns the cookie of a member, once its log is signed. */
  async function install(): Promise<string> {
    const [commands, notary] = await Promise.all([
      startPart('command-service', settings),
      startPart('notary', settings),
    ]);
    await Promise.all([commands, notary].map(isReady));
    const ada = await ask(`${commands.url}/api/register`, 'POST', registration('ada'));
    expect(ada.status).toBe(201);
    await expect.poll(() => checkpoints().catch(() => '')).not.toBe('');
    expect(await Promise.all([commands, notary].map((part) => part.stop()))).toEqual([0, 0]);
    return cookiesOf(ada);
  }

  async function expectWaiting({ url, workspace }: Part): Promise<void> {
    await expect.poll(() => statusOf(`${url}/readyz`), { message: workspace }).toBe(503);
    const reason = 'it belongs to another installation';
    expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({
      ready: false,
      checks: { instance: { ok: false, reason } },
    });
    expect(await statusOf(`${url}/healthz`)).toBe(200);
  }

  it('write, sign and send nothing, report the reason, and continue automatically with the right one', async () => {
    const cookie = await install();
    const before = { others: eventsIn(address.others), signed: await checkpoints() };
    await address.serve(address.others);

    const parts = await Promise.all(
      [...workspaces, ...writers].map((workspace) => startPart(workspace, settings)),
    );
    const all = (workspace: Workspace) => parts.filter((part) => part.workspace === workspace);
    const waiting = parts.filter(({ workspace }) => workspace !== 'notary');
    await Promise.all(waiting.map(expectWaiting));
    // It recognizes the log by its signatures.
    expect(await Promise.any(all('notary').map(({ ended }) => ended))).toBe(1);
    const message = { content: 'Does anybody get this?' };
    for (const { url } of all('command-service')) {
      expect((await ask(`${url}/api/register`, 'POST', registration('ben'))).status).toBe(503);
      expect((await ask(`${url}/api/messages/global`, 'POST', message, cookie)).status).toBe(503);
    }
    for (const { url } of all('query-service')) {
      const changes = `${url}/api/messages/changes?after=1000000000`;
      expect((await ask(changes, 'GET', undefined, cookie)).status).toBe(503);
    }
    expect(eventsIn(address.others)).toEqual(before.others);
    expect(await checkpoints()).toBe(before.signed);
    for (const part of waiting) {
      expect(part.output()).toMatch(/"level":50.*it belongs to another installation/);
    }

    // A waiting part can be stopped at once.
    expect(await waiting.pop()?.stop()).toBe(0);

    await address.serve(address.ours);
    await Promise.all(waiting.map(isReady));
    const members = ['ben', 'cleo'].map((name) => registration(name));
    for (const [n, { url }] of all('command-service').entries()) {
      expect((await ask(`${url}/api/register`, 'POST', members[n])).status).toBe(201);
      expect((await ask(`${url}/api/messages/global`, 'POST', message, cookie)).status).toBe(201);
    }
    expect(namedOnce(eventsIn(address.ours))).toBe(true);
    expect(eventsIn(address.others)).toEqual(before.others);
    expect(await Promise.all(waiting.map((part) => part.stop()))).toEqual(waiting.map(() => 0));
  }, 240_000);
});

describe('everything in one process', () => {
  it('waits with an empty log on its port, and continues automatically with the right one', async () => {
    await address.serve(address.ours);
    const foundation = { DATABASE_URL: database.url, VAULT_KEY: masterKey, EVENTSTORE_URL: address.url };
    await (await runProduct({ foundation })).stop();
    const known = eventsIn(address.ours);

    await address.serve(address.others);
    const port = await freePort();
    const starting = runProduct({ foundation, port });
    const url = `http://127.0.0.1:${port}`;
    await expect.poll(() => statusOf(`${url}/readyz`)).toBe(503);
    expect((await ask(`${url}/api/register`, 'POST', registration('ada'))).status).toBe(503);
    expect(await statusOf(url)).toBe(503);
    expect(eventsIn(address.others)).toEqual([]);

    await address.serve(address.ours);
    const product = await starting;
    closers.push(() => product.stop());
    expect(eventsIn(address.ours)).toEqual(known);
    expect((await ask(`${url}/api/register`, 'POST', registration('ada'))).status).toBe(201);
  }, 240_000);

  it('refuses to continue with a log that is replaced while it runs, and continues with the right one', async () => {
    await address.serve(address.ours);
    const foundation = { DATABASE_URL: database.url, VAULT_KEY: masterKey, EVENTSTORE_URL: address.url };
    const product = await runProduct({ foundation });
    closers.push(() => product.stop());
    const registered = await product.ask('POST', '/api/register', { body: registration('ada') });
    const cookie = cookiesOf(registered);
    const message = { body: { content: 'Does anybody get this?' }, cookie };
    expect((await product.ask('POST', '/api/messages/global', message)).status).toBe(201);

    await address.serve(address.others);
    const instance = { ok: false, reason: 'another one is served where it was' };
    await expect
      .poll(async () => (await product.ask('GET', '/readyz')).json())
      .toMatchObject({ ready: false, checks: { instance } });
    const refused = await product.ask('POST', '/api/messages/global', message);
    expect([refused.status, refused.headers.has('retry-after')]).toEqual([503, true]);
    expect((await product.ask('POST', '/api/register', { body: registration('ben') })).status).toBe(503);
    // Nor must a device drop the log whose end it has seen.
    const changes = '/api/messages/changes?after=1000000000';
    expect((await product.ask('GET', changes, { cookie })).status).toBe(503);
    expect(eventsIn(address.others)).toEqual([]);
    expect(await product.log()).toMatch(/"level":50.*another one is served where it was/);

    await address.serve(address.ours);
    await expect.poll(async () => (await product.ask('GET', '/readyz')).status).toBe(200);
    await expect
      .poll(async () => (await product.ask('POST', '/api/messages/global', message)).status)
      .toBe(201);
    expect(eventsIn(address.others)).toEqual([]);
  }, 240_000);
});
