import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { createMemoryLog, type EventLog } from '@pmcw/event-store';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../test/eventually.ts';
import { isSigned, readCheckpoints } from './checkpoints.ts';
import { type AuditFolder, auditFolder, OtherKeyError, publicKeyOf } from './folder.ts';
import { GrowingTree } from './growingTree.ts';
import { measureNotary } from './metrics.ts';
import { Notary, type NotaryOptions } from './notary.ts';
import { notaryCheck } from './readiness.ts';
import { TreeFiles } from './treeFiles.ts';
import { verifyLog } from './verify.ts';

let log: EventLog;
let root: string;
let folder: AuditFolder;
const running = new Set<Notary>();
beforeEach(async () => {
  log = createMemoryLog();
  root = await mkdtemp(path.join(tmpdir(), 'pmcw-notary-'));
  folder = auditFolder(path.join(root, 'audit'));
});
afterEach(async () => {
  for (const notary of running) await notary.stop();
  running.clear();
  await log.close();
  await rm(root, { recursive: true });
});

async function write(count = 1, type = 'NotesWritten', stream = `user-${randomUUID()}`): Promise<bigint> {
  const metadata = { actorId: 1, time: '2026-11-22T12:00:00.000Z' };
  const events = Array.from({ length: count }, (_, n) => ({
    ...{ eventId: randomUUID(), type, data: { n }, metadata },
  }));
  return (await log.append(stream, 'any', events)).position;
}

async function start(options: Partial<NotaryOptions> = {}): Promise<Notary> {
  const onFailure = (error: unknown) => expect.unreachable(String(error));
  const notary = await Notary.start({ log, folder, onFailure, ...options });
  running.add(notary);
  return notary;
}

const sizes = async () => (await readCheckpoints(folder.checkpoints)).map(({ size }) => size);

async function expectWhole(events: number): Promise<void> {
  const checkpoints = await readCheckpoints(folder.checkpoints);
  const tree = await TreeFiles.openToRead(folder.tree, events);
  const evidence = { log, checkpoints, publicKey: await publicKeyOf(folder), tree };
  expect(await verifyLog(evidence, () => undefined)).toEqual({ kind: 'whole', events, signed: events });
  await tree.close();
}

it('adds events together that come one by one, because each addition writes to several files', async () => {
  const add = vi.spyOn(GrowingTree.prototype, 'add');
  const notary = await start();
  for (let n = 0; n < 40; n += 1) {
    await write();
    await setImmediate();
  }
  await eventually(() => notary.size).toBe(40);
  const additions = add.mock.calls.length;
  add.mockRestore();
  expect(additions).toBeLessThan(20);
});

describe('two notaries on one folder', () => {
  it('do not both write: the second is a ready standby, and takes over when the first ends', async () => {
    await write(3);
    const first = await start();
    const second = await start();
    await eventually(() => first.size).toBe(3);
    expect(second.status).toMatchObject({ state: 'standby', size: 0 });
    expect(await notaryCheck(second, () => log.head())()).toMatchObject({ ok: true, state: 'standby' });
    await second.sign();
    expect(await sizes()).toEqual([]);
    await first.stop();
    await eventually(() => second.status.state).toBe('following');
    await write(2);
    await eventually(() => second.size).toBe(5);
    await second.stop();
    expect(await sizes()).toEqual([3, 5]);
    await expectWhole(5);
  });

  it('give no receipt on standby', async () => {
    const position = String(await write(1, 'UserDeleted', 'user-7'));
    const [first, second] = [await start(), await start()];
    const deletion = { memberId: 7, position, state: 'erased' } as const;
    expect(await first.receiptOf(deletion)).toMatchObject({ time: '2026-11-22T12:00:00.000Z' });
    expect(await second.receiptOf(deletion)).toBeNull();
    expect(await first.receiptOf({ ...deletion, memberId: 8 })).toBeNull();
  });
});

it('reads only the last signed event when it starts, however many were signed since the checkpoint before', async () => {
  for (const more of [1, 1_200]) {
    await write(more);
    const notary = await start();
    await eventually(() => notary.status.position).toBe(await log.head());
    await notary.stop();
  }
  const reads = vi.spyOn(log, 'readAll');
  const head = await log.head();
  await start();
  const rows = await Promise.all(reads.mock.results.map(async ({ value }) => (await value).events.length));
  expect([rows, reads.mock.calls[0]]).toEqual([
    [1, 0],
    [head - 1n, {}, 1],
  ]);
});

describe('a notary of a log that was restored', () => {
  it('signs nothing, although the log has grown past what was signed', async () => {
    for (const [size, more] of [
      [3, 3],
      [5, 2],
    ] as const) {
      await write(more);
      const notary = await start();
      await eventually(() => notary.size).toBe(size);
      await notary.stop();
    }
    expect(await sizes()).toEqual([3, 5]);
    const first = await log.readAll(0n, {}, 4);
    await log.close();
    log = createMemoryLog();
    for (const { stream, ...event } of first.events) await log.append(stream, 'any', [event]);
    await write(4);
    await expect(start()).rejects.toThrow('the event at 5 is not the one that was signed');
    expect(await sizes()).toEqual([3, 5]);
  });
});

describe('a notary that fails', () => {
  /** A folder in the place of a file simulates a failing disk. */
  it.each<[string, (places: AuditFolder) => string]>([
    ['that cannot write the tree', ({ tree }) => path.join(tree, 'level-01')],
    ['that cannot write a checkpoint', ({ checkpoints }) => checkpoints],
  ])('%s reports it, is not ready, and continues automatically', async (_what, hindranceIn) => {
    const failures: unknown[] = [];
    const notary = await start({ checkpointEveryMs: 20, onFailure: (error) => failures.push(error) });
    await mkdir(hindranceIn(folder), { recursive: true });
    await write(4);
    await eventually(() => failures.length).toBeGreaterThan(1);
    await eventually(async () => (await notaryCheck(notary, () => log.head())()).ok).toBe(false);
    await rmdir(hindranceIn(folder));
    await eventually(async () => (await sizes()).at(-1)).toBe(4);
    expect(notary.status.state).toBe('following');
    await notary.stop();
    await expectWhole(4);
  });

  it('can be stopped nevertheless, and releases the folder', async () => {
    const failures: unknown[] = [];
    const notary = await start({ onFailure: (error) => failures.push(error) });
    await mkdir(folder.checkpoints);
    await write(2);
    await eventually(() => notary.size).toBe(2);
    await notary.stop();
    expect([failures.length, notary.status.state]).toEqual([1, 'stopped']);
    await rmdir(folder.checkpoints);
    const next = await start();
    await eventually(() => next.size).toBe(2);
  });
});

describe('the key that signs', () => {
  const pair = () => generateKeyPairSync('ed25519').privateKey;

  it('may be a setting: then only its public key is in the folder', async () => {
    const signingKey = pair();
    await write();
    const notary = await start({ signingKey });
    await eventually(() => notary.size).toBe(1);
    await notary.stop();
    await expect(readFile(folder.signingKey)).rejects.toThrow('ENOENT');
    const [checkpoint] = await readCheckpoints(folder.checkpoints);
    expect(checkpoint && isSigned(checkpoint, await publicKeyOf(folder))).toBe(true);
    await expectWhole(1);
  });

  it.each<[string, (places: AuditFolder) => string]>([
    ['its public key', ({ publicKey }) => publicKey],
    ['checkpoints', ({ checkpoints }) => checkpoints],
  ])('is not made again where %s are left', async (_what, left) => {
    await write();
    const notary = await start();
    await eventually(() => notary.size).toBe(1);
    await notary.stop();
    for (const file of [folder.publicKey, folder.checkpoints, folder.signingKey]) {
      if (file !== left(folder)) await rm(file, { force: true });
    }
    await expect(start()).rejects.toThrow(
      `There is no ${folder.signingKey}, but ${left(folder)} was made with it`,
    );
    await expect(readFile(folder.signingKey)).rejects.toThrow('ENOENT');
  });

  it.each([
    ['is empty', (file: string) => writeFile(file, ''), 'is no Ed25519 private key'],
    ['is no key', (file: string) => writeFile(file, 'key'), 'is no Ed25519 private key'],
    ['can’t be read', (file: string) => mkdir(file), 'EISDIR'],
  ])('is left as it is when it %s', async (_what, make, reason) => {
    await mkdir(path.dirname(folder.signingKey), { recursive: true });
    await make(folder.signingKey);
    await expect(start()).rejects.toThrow(reason);
    await expect(readFile(folder.publicKey)).rejects.toThrow('ENOENT');
    expect(await readFile(folder.signingKey, 'utf8').catch(() => 'a folder')).toMatch(/^(key|a folder|)$/);
  });

  it('needs a folder that can be made', async () => {
    await writeFile(path.dirname(folder.tree), '');
    await expect(start()).rejects.toThrow(/^AUDIT_DIR can't be used: E(EXIST|NOTDIR)/);
  });

  it('never changes', async () => {
    await (await start()).stop();
    await expect(start({ signingKey: pair() })).rejects.toThrow(OtherKeyError);
    await (await start()).stop();
  });
});

it('metrics show waiting events and the age of the last checkpoint', async () => {
  const registry = new Registry();
  const notary = await start();
  measureNotary(registry, notary, log);
  await write(5);
  await eventually(() => notary.size).toBe(5);
  const values = async () => {
    const lines = (await registry.metrics()).matchAll(/^notary_(\w+) (\S+)$/gm);
    return Object.fromEntries([...lines].map(([, name, value]) => [name, Number(value)]));
  };
  expect(await values()).toMatchObject({ following: 1, events: 5, events_waiting: 5, lag: 0 });
  await notary.sign();
  const signed = await values();
  expect(signed).toMatchObject({ events: 5, events_waiting: 0 });
  expect(signed.checkpoint_age_seconds).toBeLessThan(60);
});
