import Dexie from 'dexie';
import { MemberDatabase } from '../../device/offline/database.ts';
import type { Owner } from '../../device/offline/owner.ts';
import { databaseName } from '../../device/offline/stores.ts';

/**
 * Uses a member's database if this browser has it, without leaving an empty one behind. Null without.
 * @throws NewerDatabaseError if another version of the app upgraded it
 */
export async function inStoredDatabase<T>(
  owner: Owner,
  use: (db: MemberDatabase) => Promise<T>,
): Promise<T | null> {
  if (!(await Dexie.exists(databaseName(owner)))) return null;
  const db = new MemberDatabase(owner);
  try {
    await db.open();
    return db.isNew ? null : await use(db);
  } finally {
    // It was erased after it was found.
    if (db.isNew) await db.delete();
    else db.close();
  }
}
