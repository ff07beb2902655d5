import { randomUUID } from 'node:crypto';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hashFromHex, isConsistent, rootOfInclusion } from '@pmcw/contracts';
import { openPostgresLog, type PostgresLog, type StoredEvent } from '@pmcw/event-store';
import { freshDatabase, type TestDatabase } from '@pmcw/testing';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../test/eventually.ts';
import { readCheckpoints } from './checkpoints.ts';
import { findCheckpoint, lastCheckpoint } from './findCheckpoint.ts';
import { type AuditFolder, auditFolder } from './folder.ts';
import { Notary } from './notary.ts';
import { SignedTree } from './signedTree.ts';

let database: TestDatabase;
let log: PostgresLog;
let root: string;
let folder: AuditFolder;
let signed: SignedTree;
beforeEach(async () => {
  database = await freshDatabase();
  log = await openPostgresLog({ connectionString: database.url });
  root = await mkdtemp(path.join(tmpdir(), 'pmcw-signed-'));
  folder = auditFolder(root);
  signed = new SignedTree(folder);
});
afterEach(async () => {
  await signed.close();
  await log.close();
  await database.drop();
  await rm(root, { recursive: true });
});

async function write(count: number): Promise<void> {
  const events = Array.from({ length: count }, (_, n) => ({
    eventId: randomUUID(),
    type: 'NotesWritten',
    data: { n },
    metadata: { actorId: 1 },
  }));
  await log.append(`user-${randomUUID()}`, 'no-stream', events);
}

const stored = async (): Promise<readonly StoredEvent[]> => (await log.readAll(0n, {}, 10_000)).events;

async function notarised(): Promise<void> {
  const onFailure = (error: unknown) => expect.unreachable(String(error));
  const notary = await Notary.start({ log, folder, onFailure });
  const { length } = await stored();
  await eventually(() => notary.size).toBe(length);
  await notary.stop();
}

describe('a signed tree', () => {
  it('can be read while it grows: the newest includes each event, and starts with each older one', async () => {
    for (const count of [1, 2, 40, 1, 7]) {
      await write(count);
      await notarised();
      const latest = await signed.latest();
      const newest = { size: latest?.size ?? 0, root: hashFromHex(latest?.root ?? '') };
      for (const [n, event] of (await stored()).entries()) {
        const found = await signed.inclusionOf(event);
        if (found === 'waiting' || 'missingIn' in found) return expect.unreachable(String(n));
        expect(found.index).toBe(n);
        expect(rootOfInclusion(n, newest.size, found.leaf, found.path)).toEqual(newest.root);
      }
      for (const { size, root: hex } of await readCheckpoints(folder.checkpoints)) {
        const proof = await signed.consistencyOf(size, newest.size);
        expect(isConsistent({ size, root: hashFromHex(hex) }, newest, proof ?? [])).toBe(true);
      }
    }
    expect(await signed.consistencyOf(3, 52)).toBeNull();
  });

  it('finds events by their hash if positions have gaps, also while a line is half written', async () => {
    await write(5);
    await notarised();
    await write(9);
    const owner = new pg.Client(database.url);
    await owner.connect();
    await owner.query('update event_store.events set position = position * 1000 where position > 9');
    await owner.end();
    await notarised();
    await appendFile(folder.checkpoints, '{"size":');
    const indexes = await Promise.all((await stored()).map((event) => signed.inclusionOf(event)));
    expect(indexes).toMatchObject(Array.from({ length: 14 }, (_, index) => ({ index })));
  });

  it('reports a changed event as missing in the checkpoint that included it', async () => {
    await write(3);
    await notarised();
    await write(3);
    await notarised();
    const [, , third, fourth] = await stored();
    if (third === undefined || fourth === undefined) return expect.unreachable();
    const found = await signed.inclusionOf({ ...third, data: { n: 7 } });
    expect(found).toMatchObject({ missingIn: { size: 3 } });
    expect(await signed.inclusionOf({ ...fourth, position: 7n })).toBe('waiting');
  });
});

describe('the file of checkpoints', () => {
  it('is bisected for the first checkpoint that satisfies a condition, with any content', async () => {
    const { checkpoints } = folder;
    expect([await lastCheckpoint(checkpoints), await findCheckpoint(checkpoints, () => true)]).toEqual([
      null,
      null,
    ]);
    for (let n = 0; n < 9; n += 1) {
      await write(n + 1);
      await notarised();
      const all = await readCheckpoints(checkpoints);
      expect(await lastCheckpoint(checkpoints)).toEqual(all.at(-1));
      for (let size = 0; size <= 50; size += 1) {
        const expected = all.findIndex((checkpoint) => checkpoint.size >= size);
        const found = await findCheckpoint(checkpoints, (checkpoint) => checkpoint.size >= size);
        if (expected === -1) expect(found).toBeNull();
        else {
          const before = all[expected - 1] ?? null;
          expect(found).toEqual({ checkpoint: all[expected], before });
        }
      }
    }
  });

  it('is refused when a line is no checkpoint', async () => {
    await write(1);
    await notarised();
    await appendFile(folder.checkpoints, 'nonsense\n');
    await expect(lastCheckpoint(folder.checkpoints)).rejects.toThrow('is no checkpoint');
  });
});
