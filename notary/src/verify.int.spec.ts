import { randomUUID } from 'node:crypto';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { type EventLog, openPostgresLog, type PostgresLog } from '@pmcw/event-store';
import { freshDatabase, type TestDatabase } from '@pmcw/testing';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../test/eventually.ts';
import { readCheckpoints } from './checkpoints.ts';
import { runAuditCli } from './cli.ts';
import { type AuditFolder, auditFolder, publicKeyOf } from './folder.ts';
import { OtherLogError } from './growingTree.ts';
import { Notary } from './notary.ts';
import { TreeFiles } from './treeFiles.ts';
import { type Verdict, verifyLog } from './verify.ts';

let database: TestDatabase;
let log: PostgresLog;
let owner: pg.Client;
let root: string;
let folder: AuditFolder;
beforeEach(async () => {
  database = await freshDatabase();
  log = await openPostgresLog({ connectionString: database.url });
  owner = new pg.Client(database.url);
  await owner.connect();
  root = await mkdtemp(path.join(tmpdir(), 'pmcw-audit-'));
  folder = auditFolder(root);
});
afterEach(async () => {
  await owner.end();
  await log.close();
  await database.drop();
  await rm(root, { recursive: true });
});

async function write(count: number): Promise<void> {
  const stream = `user-${randomUUID()}`;
  const events = Array.from({ length: count }, (_, n) => ({
    eventId: randomUUID(),
    type: 'NotesWritten',
    data: { n, notes: `sealed:${n}` },
    metadata: { actorId: 1, time: '2026-11-21T12:00:00.000Z' },
  }));
  await log.append(stream, 'no-stream', events);
}

/** A notary that has signed the whole log. */
async function notarised(): Promise<void> {
  const notary = await Notary.start({ log, folder, onFailure: fail });
  const size = await events();
  await eventually(() => notary.size).toBe(size);
  await notary.stop();
}

const fail = (error: unknown): never => {
  throw error;
};

async function events(): Promise<number> {
  const { rows } = await owner.query<{ count: number }>('select count(*)::integer from event_store.events');
  return rows[0]?.count ?? 0;
}

async function verdict(withTree = true): Promise<Verdict> {
  const checkpoints = await readCheckpoints(folder.checkpoints);
  const size = checkpoints.at(-1)?.size ?? 0;
  const tree = withTree ? await TreeFiles.openToRead(folder.tree, size) : null;
  const publicKey = await publicKeyOf(folder);
  return verifyLog({ log, checkpoints, publicKey, tree }, () => undefined).finally(() => tree?.close());
}

/** Runs `npm run audit -- verify` in a terminal; returns exit code and output. */
async function audit(): Promise<[code: number, output: string]> {
  const out = Object.assign(new PassThrough(), { isTTY: true, columns: 120 });
  let output = '';
  out.on('data', (text) => {
    output += String(text);
  });
  const openLog = () => openPostgresLog({ connectionString: database.url });
  return [await runAuditCli(['verify'], { openLog, folder }, out), output];
}

/** The output without the tree: between two checkpoints. */
const oneOf = (first: number, last: number) =>
  expect.stringContaining(`one of the events ${first} to ${last} is not what was signed`);

/** Moves an event to another position. */
const move = (from: number, to: number) =>
  owner.query('update event_store.events set position = $2 where position = $1', [from, to]);

describe('an unchanged log', () => {
  it('is whole, with or without the tree, and after restarts of the notary', async () => {
    for (const count of [1, 2, 5, 1, 30]) {
      await write(count);
      await notarised();
    }
    await write(3);
    expect(await verdict()).toEqual({ kind: 'whole', events: 42, signed: 39 });
    expect(await verdict(false)).toEqual({ kind: 'whole', events: 42, signed: 39 });
    const signed = await readCheckpoints(folder.checkpoints);
    expect(signed.map(({ size }) => size)).toEqual([1, 3, 8, 9, 39]);
  });

  it('is whole when the notary was killed while writing', async () => {
    await write(5);
    await notarised();
    await appendFile(folder.checkpoints, '{"size":');
    await appendFile(path.join(folder.tree, 'level-00'), 'half a hash');
    await write(4);
    await notarised();
    expect(await verdict()).toEqual({ kind: 'whole', events: 9, signed: 9 });
  });

  it('is signed while the notary runs, once for all new events', async () => {
    const notary = await Notary.start({ log, folder, checkpointEveryMs: 20, onFailure: fail });
    await write(7);
    await eventually(async () => (await readCheckpoints(folder.checkpoints)).at(-1)?.size).toBe(7);
    const lines = (await readCheckpoints(folder.checkpoints)).length;
    await notary.sign();
    await notary.stop();
    expect((await readCheckpoints(folder.checkpoints)).length).toBe(lines);
  });
});

describe('the owner of the database', () => {
  beforeEach(async () => {
    await write(20);
    await notarised();
    await write(10);
    await notarised();
  });

  it.each<[string, string, bigint]>([
    [
      'edits data',
      `update event_store.events set data = '{"n": 6, "notes": "better"}' where position = 7`,
      7n,
    ],
    ['edits an actor', `update event_store.events set metadata = '{"actorId": 2}' where position = 25`, 25n],
    ['edits a type', `update event_store.events set type = 'Other' where position = 1`, 1n],
    ['edits a stream', `update event_store.events set stream = 'user-2' where position = 18`, 18n],
    ['edits a revision', 'update event_store.events set revision = 1000 where position = 22', 22n],
    ['edits an id', 'update event_store.events set event_id = gen_random_uuid() where position = 30', 30n],
    [
      'edits sealed data',
      `update event_store.events set data = '{"n": 5, "notes": "sealed:4"}' where position = 6`,
      6n,
    ],
    ['deletes', 'delete from event_store.events where position = 12', 13n],
    [
      'deletes, and closes the gap',
      `delete from event_store.events where position = 12;
       update event_store.events set position = position - 1000 where position > 12;
       update event_store.events set position = position + 999 where position < 0`,
      12n,
    ],
    [
      'inserts',
      `update event_store.events set position = position + 1000 where position >= 5;
       update event_store.events set position = position - 999 where position > 1000;
       insert into event_store.events (position, stream, revision, event_id, type, data, metadata)
       values (5, 'user-x', 0, gen_random_uuid(), 'NotesWritten', '{}', '{}')`,
      5n,
    ],
    ['cuts off the end', 'delete from event_store.events where position > 28', 28n],
    [
      'cuts off all that the last checkpoint added',
      'delete from event_store.events where position > 20',
      20n,
    ],
    ['cuts off everything', 'delete from event_store.events', 0n],
  ])('%s, which is detected', async (_what, statement, position) => {
    await owner.query(statement);
    expect(await verdict()).toMatchObject({ position });
    expect((await verdict()).kind).toMatch(/altered|truncated/);
    expect((await verdict(false)).kind).toMatch(/altered|truncated/);
  });

  it('changes the order, which is detected', async () => {
    await move(14, 1_000);
    await move(15, 14);
    await move(1_000, 15);
    expect(await verdict()).toMatchObject({ kind: 'altered', position: 14n });
    expect(await verdict(false)).toMatchObject({ kind: 'altered', what: oneOf(1, 20) });
  });

  it('replaces the history from a position on, which is detected', async () => {
    await owner.query('delete from event_store.events where position > 26');
    await log.close();
    log = await openPostgresLog({ connectionString: database.url });
    await write(40);
    expect(await verdict()).toMatchObject({ kind: 'altered', position: 27n });
    expect(await verdict(false)).toMatchObject({ kind: 'altered', what: oneOf(21, 30) });
  });

  it('cuts off the end, and the notary signs nothing on top of that', async () => {
    await owner.query('delete from event_store.events where position > 28');
    await log.close();
    log = await openPostgresLog({ connectionString: database.url });
    const start = () => Notary.start({ log, folder, onFailure: fail });
    await expect(start()).rejects.toThrow('the log ends at 28, and was signed up to 30');
    const other: EventLog = { ...log, engine: 'eventstoredb', head: () => log.head() };
    await expect(Notary.start({ log: other, folder, onFailure: fail })).rejects.toThrow(OtherLogError);
  });

  it('cannot hide a change by later checkpoints: the notary continues, and the walk still finds it', async () => {
    await owner.query(`update event_store.events set data = '{}' where position = 3`);
    await write(5);
    await notarised();
    expect(await verdict()).toMatchObject({ kind: 'altered', position: 3n });
  });
});

describe('the command', () => {
  beforeEach(async () => {
    await write(20);
    await notarised();
  });

  it('shows its progress, and succeeds on an unchanged log', async () => {
    const [code, output] = await audit();
    expect(code).toBe(0);
    expect(output).toContain('20/20 events');
    expect(output).toContain('verify: whole. 20 events are what was signed; 0 came since.');
  });

  it('fails, and names the first changed position', async () => {
    await owner.query(`update event_store.events set data = '{}' where position in (7, 9)`);
    const [code, output] = await audit();
    expect(code).toBe(1);
    expect(output).toMatch(/NOT what was signed.*the event at 7 is the first/);
  });

  it('fails when the end is missing, and reports where the log ends', async () => {
    await owner.query('delete from event_store.events where position > 15');
    const [code, output] = await audit();
    expect(code).toBe(1);
    expect(output).toMatch(/NOT what was signed.*The log ends at 15, 5 events before/);
  });

  it('finds the same event if positions have gaps, like those of EventStoreDB', async () => {
    await owner.query('update event_store.events set position = position * 1000');
    expect((await audit())[0]).toBe(0);
    await owner.query('delete from event_store.events where position = 12000');
    expect(await verdict()).toMatchObject({ kind: 'truncated', position: 13_000n });
  });
});

describe('the owner of the folder', () => {
  beforeEach(async () => {
    await write(6);
    await notarised();
  });
  const rewrite = async (change: (line: string) => string) =>
    writeFile(folder.checkpoints, change(await readFile(folder.checkpoints, 'utf8')));

  it.each<[string, (line: string) => string]>([
    ['a size', (line) => line.replace('"size":6', '"size":5')],
    ['a time', (line) => line.replace(/"time":"20/, '"time":"19')],
    [
      'a signature',
      (line) => line.replace(/("signature":")(.)/, (_, key, first) => `${key}${first === 'A' ? 'B' : 'A'}`),
    ],
  ])('cannot change %s without the key', async (_what, change) => {
    const before = await readFile(folder.checkpoints, 'utf8');
    await rewrite(change);
    expect(await readFile(folder.checkpoints, 'utf8')).not.toBe(before);
    expect((await verdict()).kind).toBe('forged-checkpoint');
  });

  it('gets the number of a line that is no checkpoint', async () => {
    await rewrite(() => 'nonsense\n');
    await expect(verdict()).rejects.toThrow('Line 1');
  });

  it('cannot discredit the log by breaking the tree', async () => {
    await writeFile(path.join(folder.tree, 'level-00'), Buffer.alloc(6 * 32));
    expect(await verdict()).toMatchObject({ kind: 'whole' });
  });
});
