import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MemberDatabase, NewerDatabaseError } from './database.ts';
import { ManualClock } from './forSpecs.ts';
import { firstOrder } from './keys.ts';
import { openDatabase } from './open.ts';
import { cancelMessage } from './outbox/cancelling.ts';
import { claimNext } from './outbox/claims.ts';
import { enqueue, readUnsent, restoreOutbox } from './outbox/queue.ts';
import { isOutdated } from './outdated.ts';
import type { Owner } from './owner.ts';
import { defaultSettings } from './settings.ts';
import { noteIfFull, noteTrouble, storageTrouble } from './storageTrouble.ts';
import { databaseName } from './stores.ts';

let owner: Owner;
const opened: MemberDatabase[] = [];
const open = async (clock?: ManualClock) => {
  const db = await openDatabase(owner, clock);
  opened.push(db);
  return db;
};

beforeEach(() => {
  owner = { id: 1, createdAt: uuidv7() };
  storageTrouble.set('none');
  isOutdated.set(false);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const db of opened.splice(0)) await db.delete();
});

const draft = (text: string) => ({ conversation: 'member:2', id: uuidv7(), text }) as const;

describe('opening a database', () => {
  it('keeps its content', async () => {
    const first = await open();
    expect([first.isKept, first.isNew, storageTrouble.get()]).toEqual([true, true, 'none']);
    await enqueue(first, draft('hello'), 0);
    first.close();
    const again = await open();
    expect([again.isNew, await again.outbox.count()]).toEqual([false, 1]);
  });

  it.each([
    ['refuses', () => Dexie.Promise.reject(new DOMException('Denied', 'SecurityError'))],
    ['is broken', () => Dexie.Promise.reject(new DOMException('Backing store', 'UnknownError'))],
  ])('that the browser %s falls back to memory, with a notice', async (_name, fails) => {
    vi.spyOn(MemberDatabase.prototype, 'open').mockImplementationOnce(fails);
    const db = await open();
    expect([db.isKept, storageTrouble.get()]).toEqual([false, 'memory']);
    const id = await enqueue(db, draft('hello'), 0);
    expect((await db.messages.toArray()).map((message) => message.id)).toEqual([id]);
    expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(db.name);
  });

  it('of the release without blocks, mutes and requests keeps its content, and fetches the whole list', async () => {
    const old = new Dexie(databaseName(owner));
    const stores = { messages: 'id, [conversation+order]', sync: 'id', conversations: 'key, place' };
    old.version(7).stores(stores);
    const cursor = { id: 'cursor', position: '40' };
    await old.table('sync').put({ ...cursor, wholeListAt: 1 });
    await old.table('conversations').put({ key: 'member:2', readUpTo: firstOrder });
    old.close();
    const db = await open();
    expect(await db.sync.toArray()).toEqual([cursor]);
    expect(await db.blocks.where('shown').equals(1).count()).toBe(0);
    expect(await db.conversations.toArray()).toEqual([
      {
        ...{ key: 'member:2', readUpTo: firstOrder, settings: defaultSettings, wish: null },
        ...{ isRequest: null, deletedUpTo: firstOrder },
      },
    ]);
  });

  it('upgraded by a newer version closes it permanently, and never writes to it', async () => {
    const db = await open();
    await db.sync.put({ id: 'cursor', position: '7' });
    const newer = new Dexie(db.name);
    newer.version(11).stores({ later: 'id', sync: 'id' });
    await newer.open();
    expect(isOutdated.get()).toBe(true);
    await expect(db.sync.put({ id: 'cursor', position: '9' })).rejects.toThrow('closed');
    await expect(openDatabase(owner)).rejects.toThrow(NewerDatabaseError);
    const other = new MemberDatabase(owner);
    await expect(other.sync.put({ id: 'cursor', position: '9' })).rejects.toThrow();
    expect(await newer.table('sync').get('cursor')).toMatchObject({ position: '7' });
    await newer.delete();
  });

  it('that hangs falls back after half a minute', async () => {
    const clock = new ManualClock();
    vi.spyOn(MemberDatabase.prototype, 'open').mockImplementationOnce(
      () => new Dexie.Promise(() => undefined),
    );
    const opening = open(clock);
    expect(clock.waiting).toEqual([30_000]);
    clock.advance(30_000);
    expect((await opening).isKept).toBe(false);
  });
});

describe('a database that the browser removes', () => {
  it('while it is open is noticed; unsent messages are restored under their ids, except recordings', async () => {
    const db = await open();
    const lost = vi.fn();
    db.onLost(lost);
    const first = await enqueue(db, draft('was tried'), 0);
    await claimNext(db, 'member:2', 0);
    await enqueue(db, draft('waits'), 0);
    const sound = { bytes: new ArrayBuffer(4), mediaType: 'audio/webm', seconds: 1, peaks: [] };
    await db.recordings.put({ ...sound, id: 'member:2' });
    await enqueue(db, draft(''), 0);
    const member = { id: 2, username: 'omar', fullName: 'Omar', avatarUrl: null };
    await db.members.put(member);
    const unsent = await readUnsent(db);
    expect(lost).not.toHaveBeenCalled();

    db.close({ disableAutoOpen: false });
    await Dexie.delete(db.name);
    expect(await db.outbox.count()).toBe(0);
    expect(lost).toHaveBeenCalledOnce();

    await restoreOutbox(db, unsent, 0);
    expect(await db.conversations.orderBy('place').toArray()).toMatchObject([{ key: 'member:2', member }]);
    const restored = await db.outbox.toArray();
    expect(restored).toMatchObject([
      { id: first, content: 'was tried', attempts: 1, delivery: { state: 'queued' } },
      { content: 'waits', attempts: 0, delivery: { state: 'queued' } },
    ]);
    expect(
      (await db.messages.orderBy('[conversation+order]').toArray()).map(({ content }) => content),
    ).toEqual(['was tried', 'waits']);
  });

  it('still prevents canceled messages from reappearing', async () => {
    const db = await open();
    const id = await enqueue(db, draft('hello'), 0);
    await claimNext(db, 'member:2', 0);
    await cancelMessage(db, id);
    const rows = await db.outbox.toArray();
    await db.delete();
    await db.open();
    await restoreOutbox(db, { rows, members: [] }, 0);
    expect([await db.messages.count(), await db.deletions.toArray()]).toEqual([
      0,
      [{ id, isWithdrawn: true }],
    ]);
  });
});

describe('storage trouble', () => {
  it('is noted when there is no room, also if Dexie wraps the error', () => {
    expect(noteIfFull(new Error('something else'))).toBe(false);
    expect(storageTrouble.get()).toBe('none');
    const inner = new DOMException('No room', 'QuotaExceededError');
    expect(noteIfFull(Object.assign(new Error('Aborted'), { inner }))).toBe(true);
    expect(storageTrouble.get()).toBe('full');
  });

  it('is not downgraded while nothing is stored at all', () => {
    noteTrouble('memory');
    noteTrouble('lost');
    expect(storageTrouble.get()).toBe('memory');
  });
});
