import { randomBytes } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { freePort, freshDatabase, type TestDatabase } from '@pmcw/testing';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WireLog } from '../../../event-store/test/wire/log.ts';
import { startWireServer, type WireServer } from '../../../event-store/test/wire/server.ts';
import { createRegistry } from '../operations/metrics.ts';
import { CannotStartError } from '../process/cannotStart.ts';
import { Opened } from '../process/opened.ts';
import { type FoundationSettings, openFoundation } from './foundation.ts';
import type { WaitingPlace } from './waitForLog.ts';

let database: TestDatabase;
let server: WireServer;
let opened: Opened;
let settings: FoundationSettings;
/** The log of the installation, and one of another installation. */
let ours: WireLog;
let others: WireLog;

beforeEach(async () => {
  opened = new Opened();
  [ours, others] = [new WireLog(), new WireLog()];
  database = await freshDatabase();
  server = await startWireServer({ port: await freePort(), log: ours });
  settings = {
    DATABASE_URL: database.url,
    VAULT_KEY: randomBytes(32),
    EVENTSTORE_URL: server.connectionString,
  };
});
afterEach(async () => {
  await opened.close();
  await server.stop();
  await database.drop();
});

const tools = (logger = pino({ level: 'silent' })) => ({ opened, logger, registry: createRegistry() });

/** Serves another log at the address. */
async function serve(log: WireLog): Promise<void> {
  const { port } = server;
  await server.stop();
  server = await startWireServer({ port, log });
}

const eventsIn = ({ records }: WireLog) => records.filter(({ stream }) => !stream.startsWith('$')).length;

const statusOf = (url: string): Promise<number> =>
  fetch(url).then(
    ({ status }) => status,
    () => 0,
  );

it('with a wrong log a process only reports why, writes nothing, and continues automatically with the right one', async () => {
  const lines = new PassThrough();
  let output = '';
  lines.on('data', (line) => {
    output += line;
  });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  await openFoundation(settings, tools());
  await serve(others);

  const opening = openFoundation(settings, tools(pino({ level: 'error' }, lines)), {
    host: '127.0.0.1',
    port,
  });
  await expect.poll(() => statusOf(`${url}/readyz`)).toBe(503);
  const reason = 'it is empty, and the vault is not new';
  expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({
    ready: false,
    checks: { instance: { ok: false, reason } },
  });
  expect(await statusOf(`${url}/healthz`)).toBe(200);
  expect(await statusOf(`${url}/metrics`)).toBe(200);
  // Such as a voice message, which must be retried later.
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ voice: 'A'.repeat(2_000_000) });
  const refused = await fetch(`${url}/api/messages/global`, { method: 'POST', headers, body });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  expect(refused.headers.get('content-type')).toContain('application/problem+json');
  expect(await refused.json()).toMatchObject({ status: 503, code: 'unavailable' });
  expect(eventsIn(others)).toBe(0);

  await serve(ours);
  const { log } = await opening;
  // Its port is free for the actual program.
  expect(await statusOf(`${url}/healthz`)).toBe(0);
  expect(await log.head()).toBeGreaterThan(0n);
  expect([eventsIn(ours), eventsIn(others)]).toEqual([1, 0]);
  expect(output).toContain(reason);
});

it('a process that waits for its log can be stopped', async () => {
  await openFoundation(settings, tools());
  await serve(others);
  const stopping = new AbortController();
  const port = await freePort();
  const opening = openFoundation(
    settings,
    { ...tools(), stopping: stopping.signal },
    { host: '127.0.0.1', port },
  );
  const ended = expect(opening).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
  await expect.poll(() => statusOf(`http://127.0.0.1:${port}/readyz`)).toBe(503);
  stopping.abort();
  await ended;
  expect(await statusOf(`http://127.0.0.1:${port}/healthz`)).toBe(0);
});

it('a process that waits for its log refuses requests as its place says', async () => {
  await openFoundation(settings, tools());
  await serve(others);
  const stopping = new AbortController();
  const port = await freePort();
  const at: WaitingPlace = {
    ...{ host: '127.0.0.1', port },
    send: (reply, { code, retryAfter }) => reply.code(503).send(`${code} for ${retryAfter} s`),
  };
  const opening = openFoundation(settings, { ...tools(), stopping: stopping.signal }, at);
  const ended = expect(opening).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
  await expect.poll(() => statusOf(`http://127.0.0.1:${port}/directory`)).toBe(503);
  const refused = await fetch(`http://127.0.0.1:${port}/directory`);
  expect(await refused.text()).toBe('unavailable for 5 s');
  expect(refused.headers.get('cache-control')).toBe('no-store');
  stopping.abort();
  await ended;
});

it('a tool without a server refuses a wrong log with a sentence', async () => {
  await openFoundation(settings, tools());
  await serve(others);
  const refused = openFoundation(settings, tools());
  await expect(refused).rejects.toThrow(CannotStartError);
  await expect(refused).rejects.toThrow("The log is not this installation's: it is empty");
  expect(eventsIn(others)).toBe(0);
});
