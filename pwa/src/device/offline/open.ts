import { type Clock, systemClock, within } from './clock.ts';
import { MemberDatabase } from './database.ts';
import { erasureOf } from './erasureNotes.ts';
import { isOutdated } from './outdated.ts';
import type { Owner } from './owner.ts';
import { noteTrouble, storageTrouble } from './storageTrouble.ts';

/**
 * After this time something may block the database permanently. Busy disks are slow, and without the database its
 * unsent messages are invisible.
 */
const openWithinMs = 30_000;

/**
 * Opens a member's database. If the browser does not store it (a private window, blocked or broken storage), it is in
 * memory until it can be stored (`switchOver.ts`), and `storageTrouble` is set.
 * @throws NewerDatabaseError if another version of the app upgraded it
 */
export async function openDatabase(owner: Owner, clock: Clock = systemClock): Promise<MemberDatabase> {
  try {
    const db = await openOnDisk(owner, clock);
    // A new sign-in ends another member's trouble.
    storageTrouble.set('none');
    return db;
  } catch (error) {
    if (isOutdated.get()) throw error;
    console.warn('This browser keeps no messages', error);
    noteTrouble('memory');
    return openInMemory(owner);
  }
}

/**
 * Opens the stored database, after erasing what an earlier logout left.
 * @throws the browser's error, or one after half a minute
 */
export async function openOnDisk(owner: Owner, clock: Clock): Promise<MemberDatabase> {
  const db = new MemberDatabase(owner);
  try {
    await within(openWithinMs, clock, openErased(db));
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

async function openErased(db: MemberDatabase): Promise<void> {
  const erasure = erasureOf(db.owner);
  if (erasure !== null) await (await import('./erase.ts')).erase(erasure);
  await db.open();
}

async function openInMemory(owner: Owner): Promise<MemberDatabase> {
  // Loaded on demand: an IndexedDB in JavaScript.
  const { IDBFactory, IDBKeyRange } = await import('fake-indexeddb');
  const db = new MemberDatabase(owner, { indexedDB: new IDBFactory(), IDBKeyRange });
  await db.open();
  return db;
}
