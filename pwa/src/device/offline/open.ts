import { type Clock, systemClock } from './clock.ts';
import { MemberDatabase, type Owner } from './database.ts';
import { isOutdated } from './outdated.ts';
import { noteTrouble, storageTrouble } from './storageTrouble.ts';

/** A database that doesn't open by then is held up by something that may last for ever. A busy disk can take long, and who goes on without their database doesn't see what waits in it. */
const openWithinMs = 30_000;

/**
 * Opens a member's database. Where the browser does not let it be kept (a private window, storage that is blocked or
 * broken), it lives in memory until the tab closes, and `storageTrouble` says so.
 * @throws NewerDatabaseError where another version of the app has brought it further: nothing may be written beside it
 */
export async function openDatabase(owner: Owner, clock: Clock = systemClock): Promise<MemberDatabase> {
  const db = new MemberDatabase(owner);
  try {
    await within(openWithinMs, clock, db.open());
    // Signed in anew, another member's trouble is over.
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

/** A database that is gone with the tab. */
async function openInMemory(owner: Owner): Promise<MemberDatabase> {
  // Only for those who need it: an IndexedDB that is written in JavaScript.
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
