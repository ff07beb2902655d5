import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import {
  type Checkpoint,
  checkpointSchema,
  consistencySchema,
  hashFromHex,
  inclusionSchema,
  isConsistent,
  receiptPath,
  receiptSchema,
  rootOfInclusion,
  wellKnown,
} from '@pmcw/contracts';
import { openPostgresLog, type PostgresLog } from '@pmcw/event-store';
import { auditFolderOf, readCheckpoints, runAuditCli } from '@pmcw/notary';
import { freshDatabase, type TestDatabase } from '@pmcw/testing';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isReady, type Part, startPart } from '../test/parts.ts';
import { cookiesOf, publicUrl, registration } from '../test/product.ts';
import { root } from './places.ts';

const secret = randomBytes(32).toString('hex');
let database: TestDatabase;
let log: PostgresLog;
let auditDir: string;
beforeEach(async () => {
  database = await freshDatabase();
  log = await openPostgresLog({ connectionString: database.url });
  auditDir = await mkdtemp(path.join(tmpdir(), 'pmcw-notary-'));
});
afterEach(async () => {
  await log.close();
  await database.drop();
  await rm(auditDir, { recursive: true });
});

const folder = () => auditFolderOf(auditDir, 'postgres');
const startNotary = (): Promise<Part> =>
  startPart('notary', {
    DATABASE_URL: database.url,
    AUDIT_DIR: auditDir,
    DISPATCH_SECRET: secret,
    CHECKPOINT_SECONDS: '1',
  });

/** Runs `npm run audit`; returns exit code and output. */
async function audit(...args: string[]): Promise<[code: number, output: string]> {
  const out = new PassThrough();
  let output = '';
  out.on('data', (text) => {
    output += String(text);
  });
  const openLog = () => openPostgresLog({ connectionString: database.url });
  return [await runAuditCli(args, { openLog, folder: folder() }, out), output];
}

const readinessSchema = v.object({
  checks: v.object({
    notary: v.object({ ok: v.boolean(), state: v.string(), events: v.optional(v.number()) }),
  }),
});
/** The readiness of a notary. */
async function readinessOf({ url }: Part) {
  const answer = await fetch(`${url}/readyz`);
  return v.parse(readinessSchema, await answer.json()).checks.notary;
}
const signedSize = async () => (await readCheckpoints(folder().checkpoints)).at(-1)?.size ?? 0;

/** Appends events until aborted; returns their number. */
async function write(until: AbortSignal): Promise<number> {
  let written = 0;
  for (; !until.aborted; written += 1) {
    const metadata = { actorId: 1, time: new Date().toISOString() };
    const event = { eventId: randomUUID(), type: 'NotesWritten', data: { n: written }, metadata };
    await log.append(`user-${written}`, 'no-stream', [event]);
  }
  return written;
}

describe('notaries in separate processes, on one folder', () => {
  it('sign one at a time, whichever is killed when; all events are signed once', async () => {
    const over = new AbortController();
    const writing = write(over.signal);
    const notaries = await Promise.all([startNotary(), startNotary()]);
    await Promise.all(notaries.map(isReady));
    const stateOf = async (part: Part) => (await readinessOf(part)).state;
    const states = await Promise.all(notaries.map(stateOf));
    expect(states.toSorted()).toEqual(['following', 'standby']);
    const [first, second] = states[0] === 'following' ? notaries : notaries.toReversed();
    if (first === undefined || second === undefined) return expect.unreachable();
    await expect.poll(signedSize).toBeGreaterThan(0);

    await first.stop('SIGKILL');
    await expect.poll(() => stateOf(second)).toBe('following');
    const before = await signedSize();
    await expect.poll(signedSize).toBeGreaterThan(before);
    over.abort();
    const events = await writing;
    await expect.poll(() => readinessOf(second)).toMatchObject({ ok: true, events });
    expect(await second.stop()).toBe(0);
    expect(await signedSize()).toBe(events);
    const [code, output] = await audit('verify');
    expect([code, output]).toEqual([
      0,
      expect.stringContaining(`${events} events are what was signed; 0 came`),
    ]);
    for (const part of notaries) expect(part.output()).not.toContain('"level":50');
  }, 120_000);
});

describe('the services beside a notary', () => {
  const ask = (part: Part, method: string, where: string, options: { cookie?: string; body?: object } = {}) =>
    fetch(part.url + where, {
      method,
      headers: {
        origin: publicUrl,
        ...(options.cookie === undefined ? {} : { cookie: options.cookie }),
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    });

  /** The checkpoint that includes this position, from a query service. */
  async function checkpointOver(queries: Part, position: string): Promise<Checkpoint> {
    const where = queries.url + wellKnown.checkpoint;
    const newest = async () => {
      const answer = await fetch(where);
      return answer.ok ? v.parse(checkpointSchema, await answer.json()) : null;
    };
    await expect.poll(async () => (await newest())?.position).toBe(position);
    return v.parse(checkpointSchema, await (await fetch(where)).json());
  }
  const head = ({ size, root: hex }: Checkpoint) => ({ size, root: hashFromHex(hex) });

  it('prove what it signed, and give receipts while it is running', async () => {
    const notary = await startNotary();
    const settings = {
      DATABASE_URL: database.url,
      VAULT_KEY: randomBytes(32).toString('base64'),
      PUBLIC_URL: publicUrl,
      ADMIN_PASSWORD: 'the first password',
      DISPATCH_SECRET: secret,
      NOTARY_URL: notary.url,
      AUDIT_DIR: auditDir,
      APP_FILES: path.join(root, 'pwa'),
    };
    const [commands, queries, projector] = await Promise.all([
      startPart('command-service', settings),
      startPart('query-service', settings),
      startPart('projections', settings),
    ]);
    await Promise.all([notary, commands, queries, projector].map(isReady));
    const join = async (username: string) => {
      const answer = await ask(commands, 'POST', '/api/register', { body: registration(username) });
      return cookiesOf(answer);
    };
    const [ada, bea] = [await join('ada'), await join('bea')];

    // Proofs, while the files grow.
    const first = await checkpointOver(queries, String(await log.head()));
    const content = { content: 'more' };
    await ask(commands, 'POST', '/api/messages/global', { cookie: ada, body: content });
    const second = await checkpointOver(queries, String(await log.head()));
    expect(second.size).toBeGreaterThan(first.size);
    const consistency = `/api/proofs/consistency?from=${first.size}&to=${second.size}`;
    const { path: proof } = v.parse(consistencySchema, await (await ask(queries, 'GET', consistency)).json());
    expect(isConsistent(head(first), head(second), proof.map(hashFromHex))).toBe(true);
    const { events } = await log.readAll(0n, { streamPrefixes: ['user-2'] });
    const eventId = events[0]?.eventId ?? '';
    const included = await ask(queries, 'GET', `/api/proofs/inclusion/${eventId}`, { cookie: ada });
    const found = v.parse(inclusionSchema, await included.json());
    if (found.state !== 'proved') return expect.unreachable(found.state);
    const way = found.path.map(hashFromHex);
    const rootHash = rootOfInclusion(found.index, found.checkpoint.size, hashFromHex(found.leaf), way);
    expect(rootHash).toEqual(head(found.checkpoint).root);

    // A receipt, for a deletion in the log.
    const deleted = await ask(commands, 'DELETE', '/api/user/account', { cookie: ada });
    expect(deleted.status).toBe(200);
    const receipt = v.parse(receiptSchema, await deleted.json());
    expect(receipt).toMatchObject({ memberId: 2, state: 'erased' });
    // Another may have been signed since.
    expect(receipt.checkpoint?.size).toBeGreaterThanOrEqual(second.size);
    const file = path.join(auditDir, 'receipt.json');
    await writeFile(file, JSON.stringify(receipt));
    expect(await audit('receipt', file)).toEqual([0, expect.stringContaining('receipt: true')]);
    const claim = { memberId: 2, position: receipt.position, state: 'erased' };
    const asked = (body: object, authorization = `Bearer ${secret}`) =>
      fetch(notary.url + receiptPath, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }).then(({ status }) => status);
    expect(await asked(claim)).toBe(200);
    expect(await asked(claim, `Bearer ${secret}!`)).toBe(401);
    expect(await asked({ ...claim, position: '1' })).toBe(404);
    expect(await asked({ ...claim, memberId: 3 })).toBe(404);
    expect(await asked({ ...claim, state: 'anything' })).toBe(400);

    // Without the notary there is none, but the account is still deleted.
    expect(await notary.stop()).toBe(0);
    const without = await ask(commands, 'DELETE', '/api/user/account', { cookie: bea });
    expect([without.status, await without.text()]).toEqual([204, '']);
    expect((await ask(queries, 'GET', '/api/user', { cookie: bea })).status).toBe(401);
    await expect.poll(() => commands.output()).toContain('a member who left got no receipt');
    expect(await Promise.all([commands, queries, projector].map((part) => part.stop()))).toEqual([0, 0, 0]);
    expect(commands.output()).not.toMatch(/\b(ada|bea)\b/);
  }, 120_000);
});
