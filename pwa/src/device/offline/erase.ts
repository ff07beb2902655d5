import Dexie from 'dexie';
import { keepItem } from '../../base/storage/pageStorage.ts';
import { MemberDatabase } from './database.ts';
import { type Erasure, removeErasure } from './erasureNotes.ts';
import { keepUnsent } from './leaving.ts';
import { mayExist } from './mayExist.ts';
import { noteUnsent } from './outbox/unsent.ts';
import type { Owner } from './owner.ts';
import { forgetReceived } from './received.ts';
import { rememberedUser } from './rememberedUser.ts';
import { databaseName, storesInUse, storesOf, unsavedKey } from './stores.ts';

const running = new Map<string, Promise<void>>();

/**
 * Erases a member's data from this browser, then removes the note. It works by name, so it needs no open database, and
 * may be repeated.
 * @throws AggregateError if something is left; it can hang while a frozen tab holds a database open
 */
export function erase(erasure: Erasure): Promise<void> {
  const key = JSON.stringify(erasure);
  const erasing = running.get(key) ?? eraseNow(erasure).finally(() => running.delete(key));
  running.set(key, erasing);
  return erasing;
}

async function eraseNow(erasure: Erasure): Promise<void> {
  const { databases, items } = storesOf(erasure);
  // Of the next member, if one is signed in.
  const inUse = rememberedUser() === null ? storesInUse : { items: [], caches: [] };
  for (const item of [...items, ...inUse.items]) {
    if (!(erasure.keepsUnsent && item === unsavedKey(erasure))) keepItem(item, null);
  }
  const messages = databaseName(erasure);
  // Each on its own, so that one failure leaves as little as possible.
  const ends = await Promise.allSettled([
    erasure.keepsUnsent ? keepOnlyUnsent(erasure) : removeDatabase(messages),
    ...databases.filter((name) => name !== messages).map(removeDatabase),
    ...('caches' in globalThis ? inUse.caches.map((name) => caches.delete(name)) : []),
    forgetReceived(erasure.at),
  ]);
  const errors = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
  if (errors.length > 0) throw new AggregateError(errors, 'Data of a member could not be erased');
  if (!erasure.keepsUnsent) noteUnsent(messages, 0);
  removeErasure(erasure);
}

async function keepOnlyUnsent(owner: Owner): Promise<void> {
  if (!(await mayExist(databaseName(owner)))) return;
  const db = new MemberDatabase(owner);
  try {
    await keepUnsent(db);
  } finally {
    db.close();
  }
}

async function removeDatabase(name: string): Promise<void> {
  if (!(await mayExist(name))) return;
  // Without its schema, which may be that of a newer version.
  const db = new Dexie(name);
  // Another tab may erase the same member.
  db.on('versionchange', () => {
    db.close();
    return false;
  });
  // Dexie would warn, although other tabs close the database soon.
  db.on('blocked', () => false);
  // A tab that holds it open delays only the deletion. What can't be emptied may still be deleted.
  await empty(db).catch(() => undefined);
  await db.delete();
}

async function empty(db: Dexie): Promise<void> {
  try {
    await db.open();
    await db.transaction('rw', db.tables, async () => {
      for (const table of db.tables) await table.clear();
    });
  } finally {
    db.close();
  }
}
