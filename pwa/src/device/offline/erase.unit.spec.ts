import 'fake-indexeddb/auto';
import type { SessionUser } from '@pmcw/contracts';
import Dexie from 'dexie';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readItem } from '../../base/storage/pageStorage.ts';
import { MemberDatabase } from './database.ts';
import { erase } from './erase.ts';
import { eraseNoted } from './eraseNoted.ts';
import {
  certainErasures,
  type Erasure,
  erasureOf,
  noteErasure,
  removeErasure,
  settleErasures,
} from './erasureNotes.ts';
import { keepAnswer } from './kept/answers.ts';
import { noteVisits } from './kept/visits.ts';
import { openDatabase } from './open.ts';
import { enqueue } from './outbox/queue.ts';
import { notedUnsent, noteUnsent } from './outbox/unsent.ts';
import type { Owner } from './owner.ts';
import { rememberUser } from './rememberedUser.ts';
import { storageTrouble } from './storageTrouble.ts';
import { storesOf } from './stores.ts';

const member: Omit<SessionUser, keyof Owner> = {
  ...{
    username: 'lena',
    fullName: 'Lena Weber',
    email: 'lena@example.org',
    isEmailConfirmed: true,
    contactPolicy: 'everyone',
  },
  ...{ telegramHandle: '', bio: '', userType: 'General User', avatarUrl: null, backgroundUrl: null },
  ...{ isAdmin: false, isAuthorized: false, isSuspended: false, pmcwTokens: 0 },
};

let owner: Owner;
const names = async () => (await indexedDB.databases()).map(({ name }) => name);
const left = async () => {
  const { databases, items } = storesOf(owner);
  const all = await names();
  return [
    ...databases.filter((name) => all.includes(name)),
    ...items.filter((item) => readItem(item) !== null),
  ];
};
const plan = { keepsUnsent: false, at: 1, isCertain: true };
const erasure = (change: Partial<Erasure> = {}): Erasure => ({ ...owner, ...plan, ...change });
const note = (change: Partial<Erasure> = {}) => noteErasure(owner, { ...plan, ...change });

/** Leaves data of a visit. */
async function visit(): Promise<MemberDatabase> {
  const db = new MemberDatabase(owner);
  await enqueue(db, { conversation: 'member:2', id: uuidv7(), text: 'unsent' }, 0);
  await db.sync.put({ id: 'cursor', position: '7' });
  await keepAnswer(owner, { path: '/api/profile/mira', kind: 'profile', body: { id: 2 }, at: Date.now() });
  noteVisits(owner, 2, { latest: { at: 1, newest: 0 }, before: null });
  return db;
}

beforeEach(() => {
  owner = { id: 7, createdAt: uuidv7() };
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(async () => {
  vi.restoreAllMocks();
  removeErasure(owner);
  storageTrouble.set('none');
  for (const name of storesOf(owner).databases) await Dexie.delete(name);
});

describe('erasing a member', () => {
  it('needs no open database, leaves nothing, and may be repeated', async () => {
    (await visit()).close();
    note();
    expect(await eraseNoted()).toBe(true);
    expect([await left(), erasureOf(owner)]).toEqual([[], null]);
    await erase(erasure());
    expect(await left()).toEqual([]);
  });

  it('removes the content although a frozen tab holds the database open', async () => {
    (await visit()).close();
    const [name] = storesOf(owner).databases;
    // Without a handler of `versionchange` it does not react.
    const frozen = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => resolve(opening.result);
    });
    const rowsIn = (store: string) =>
      new Promise<number>((resolve) => {
        const counting = frozen.transaction(store).objectStore(store).count();
        counting.onsuccess = () => resolve(counting.result);
      });
    const erasing = erase(erasure());
    await expect.poll(async () => [await rowsIn('outbox'), await rowsIn('sync')]).toEqual([0, 0]);
    expect(await left()).toContain(name);
    frozen.close();
    await erasing;
    expect(await left()).toEqual([]);
  });

  it('continues with the rest when one part fails, keeps the note, and succeeds the next time', async () => {
    (await visit()).close();
    note();
    const broken = vi.spyOn(Dexie.prototype, 'delete').mockImplementationOnce(() => {
      throw new Error('Backing store');
    });
    expect(await eraseNoted()).toBe(false);
    expect(await left()).toHaveLength(1);
    expect(erasureOf(owner)).not.toBeNull();
    broken.mockRestore();
    expect(await eraseNoted()).toBe(true);
    expect([await left(), erasureOf(owner)]).toEqual([[], null]);
  });

  it('is done if the browser opens no database, but has none', async () => {
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('Refused', 'SecurityError');
    });
    vi.spyOn(indexedDB, 'databases').mockResolvedValue([]);
    note();
    expect(await eraseNoted()).toBe(true);
  });

  it('can keep what the server lacks', async () => {
    (await visit()).close();
    await erase(erasure({ keepsUnsent: true }));
    const db = await openDatabase(owner);
    expect([await db.outbox.count(), await db.sync.count()]).toEqual([1, 0]);
    await db.delete();
  });

  it('waits for the end of the member’s session', async () => {
    (await visit()).close();
    note({ isCertain: false });
    expect(await eraseNoted()).toBe(true);
    expect(await left()).toHaveLength(3);
    settleErasures(null);
    await eraseNoted();
    expect(await left()).toEqual([]);
  });

  it('does not happen if the session continues', () => {
    note({ isCertain: false });
    settleErasures(owner);
    settleErasures(null);
    expect(certainErasures()).toEqual([]);
  });

  it('happens if the session of another member follows', () => {
    note({ isCertain: false });
    settleErasures({ id: 8, createdAt: owner.createdAt });
    expect(erasureOf(owner)).not.toBeNull();
  });

  it('shows visitors no count of messages that will be removed', () => {
    const [name] = storesOf(owner).databases;
    noteUnsent(name, 2);
    note({ isCertain: false });
    expect(notedUnsent(name)).toBe(2);
    note();
    expect(notedUnsent(name)).toBe(0);
  });
});

describe('a member who signs in again', () => {
  it('opens the database only after the noted erasure', async () => {
    (await visit()).close();
    note();
    const db = await openDatabase(owner);
    expect([db.isKept, await db.outbox.count(), await db.sync.count()]).toEqual([true, 0, 0]);
    expect(erasureOf(owner)).toBeNull();
    await db.delete();
  });

  it('is not erased while signed in', async () => {
    rememberUser({ ...member, ...owner });
    (await visit()).close();
    note();
    expect(await eraseNoted()).toBe(true);
    expect(await left()).toHaveLength(3);
    rememberUser(null);
  });

  it('gets a database in memory while the old one can’t be erased', async () => {
    (await visit()).close();
    note();
    vi.spyOn(Dexie.prototype, 'delete').mockImplementationOnce(() => {
      throw new Error('Backing store');
    });
    const db = await openDatabase(owner);
    expect([db.isKept, storageTrouble.get(), await db.outbox.count()]).toEqual([false, 'memory', 0]);
  });
});
