import { type Clock, systemClock } from './clock.ts';
import { MemberDatabase, type Owner } from './database.ts';
import { isOutdated } from './outdated.ts';
import { noteTrouble, storageTrouble } from './storageTrouble.ts';

/**
 * After this time something may block the database permanently. Busy disks are slow, and without the database its
 * unsent messages are invisible.
 */
const openWithinMs = 30_000;

/**
 * Opens a member's database. If the browser does not store it (a private window, blocked or broken storage), it is in
 * memory until the tab closes, and `storageTrouble` is set.
 * @throws NewerDatabaseError if another version of the app upgraded it
 */
export async function openDatabase(owner: Owner, clock: Clock = systemClock): Promise<MemberDatabase> {
  const db = new MemberDatabase(owner);
  try {
    await within(openWithinMs, clock, db.open());
    // A new sign-in ends another member's trouble.
    storageTrouble.set('none');
    return db;
  } catch (error) {
    db.close();
    if (isOutdated.get()) throw error;
    console.warn('This browser keeps no messages', error);
    noteTrouble('memory');
    return openInMemory(owner);
  }
}

async function openInMemory(owner: Owner): Promise<MemberDatabase> {
  // Loaded on demand: an IndexedDB in JavaScript.
  const { IDBFactory, IDBKeyRange } = await import('fake-indexeddb');
  const db = new MemberDatabase(owner, { indexedDB: new IDBFactory(), IDBKeyRange });
  await db.open();
  return db;
}

function within<T>(ms: number, clock: Clock, work: PromiseLike<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(ms, () => reject(new Error('The database did not open in time')));
    work.then(
      (value) => {
        cancel();
        resolve(value);
      },
      (error: unknown) => {
        cancel();
        reject(error);
      },
    );
  });
}
