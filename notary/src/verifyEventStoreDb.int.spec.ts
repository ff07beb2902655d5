import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { openEventStoreDbLog } from '@pmcw/event-store';
import { eventually } from '@pmcw/testing/eventually';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WireLog } from '../../event-store/test/wire/log.ts';
import type { WireRecord } from '../../event-store/test/wire/records.ts';
import { startWireServer, type WireServer } from '../../event-store/test/wire/server.ts';
import { runAuditCli } from './cli.ts';
import { type AuditFolder, auditFolder } from './folder.ts';
import { Notary } from './notary.ts';

// `npm run audit -- verify` on a log in EventStoreDB (here the server for tests of its wire protocol): the owner of the
// server's files replaces the log.

let server: WireServer;
let root: string;
let folder: AuditFolder;
const openLog = () => openEventStoreDbLog({ connectionString: server.connectionString });

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'pmcw-audit-'));
  folder = auditFolder(root);
  server = await startWireServer();
  const log = await openLog();
  for (const stream of ['user-a', 'user-b']) await log.append(stream, 'no-stream', tenEvents());
  const notary = await Notary.start({ log, folder, onFailure: fail });
  await eventually(() => expect(notary.size).toBe(20));
  await notary.stop();
  await log.close();
});
afterEach(async () => {
  await server.stop();
  await rm(root, { recursive: true });
});

const tenEvents = () =>
  Array.from({ length: 10 }, (_, n) => ({
    eventId: randomUUID(),
    type: 'NotesWritten',
    data: { n, notes: `sealed:${n}` },
    metadata: { actorId: 1, time: '2026-11-21T12:00:00.000Z' },
  }));

const fail = (error: unknown): never => {
  throw error;
};

/** The product's events as stored on the server. */
const written = () => server.log.records.filter(({ stream }) => stream.startsWith('user-'));

/** Serves modified events instead of the written ones. @returns the position of each event */
async function serveInstead(records: readonly WireRecord[]): Promise<readonly bigint[]> {
  const log = new WireLog();
  for (const record of records) log.append(record.stream, 'any', [record]);
  await server.stop();
  server = await startWireServer({ log });
  return written().map(({ position }) => position);
}

async function audit(): Promise<[code: number, output: string]> {
  const out = new PassThrough();
  const output = text(out);
  const code = await runAuditCli(['verify'], { openLog, folder }, out);
  out.end();
  return [code, await output];
}

const edited = (record: WireRecord): WireRecord => ({ ...record, data: Buffer.from('{"n": 6}') });

it('is whole as long as it is unchanged, also on another server', async () => {
  expect(await audit()).toEqual([0, expect.stringContaining('20 events are what was signed; 0 came since')]);
  await serveInstead(written());
  expect((await audit())[0]).toBe(0);
});

it.each<[string, (records: WireRecord[]) => WireRecord[], number]>([
  ['an edit', (all) => all.map((record, index) => (index === 6 ? edited(record) : record)), 6],
  ['a deletion', (all) => all.filter((_, index) => index !== 11), 11],
  ['an insertion', (all) => all.toSpliced(4, 0, ...all.slice(15, 16).map(again)), 4],
  ['another order', (all) => [...all.slice(0, 9), ...all.slice(10), ...all.slice(9, 10)], 9],
  [
    'a different history from a position on',
    (all) => [...all.slice(0, 16), ...all.slice(0, 8).map(again)],
    16,
  ],
])('finds %s, and names the first position', async (_what, change, first) => {
  const positions = await serveInstead(change(written()));
  const [code, output] = await audit();
  expect(code).toBe(1);
  expect(output).toContain(`NOT what was signed`);
  expect(output).toContain(`the event at ${positions[first]} is the first`);
});

it('finds that the end is missing, and reports where the log ends', async () => {
  const positions = await serveInstead(written().slice(0, 15));
  const [code, output] = await audit();
  expect(code).toBe(1);
  expect(output).toContain(`The log ends at ${positions.at(-1)}, 5 events before`);
});

/** A copy as a new event. */
const again = (record: WireRecord): WireRecord => ({ ...record, id: randomUUID() });
