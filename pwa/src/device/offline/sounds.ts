import type { MemberDatabase, StoredSound } from './database.ts';

/**
 * The sound of voice messages that the server has too, so that they play without a network: own ones, and those that were
 * fetched. Kept beside what must not be lost, and makes room for it: nothing here is the only copy.
 */

/** Most bytes; what was kept longest ago makes room. */
export const keptSoundBytesMax = 50 * 1024 * 1024;

/**
 * Keeps the sound of a message of this device's. Fails silently where there is no room, and keeps nothing of a message
 * that is not here (any more), nor where all is gone with the tab.
 * @param at milliseconds since 1970
 */
export async function keepSound(
  db: MemberDatabase,
  id: string,
  { bytes, mediaType }: Pick<StoredSound, 'bytes' | 'mediaType'>,
  at = Date.now(),
): Promise<void> {
  const size = bytes.byteLength;
  if (!db.isKept || size > keptSoundBytesMax) return;
  const keeping = db.transaction('rw', [db.messages, db.sounds], async () => {
    if ((await db.messages.get(id)) === undefined || (await db.sounds.get(id)) !== undefined) return;
    await makeRoom(db, size);
    await db.sounds.put({ id, bytes, mediaType, size, at });
  });
  await keeping.catch(() => undefined);
}

/** What plays a message from this device: its recording while that is on its way, else what was kept of it. */
export async function soundOf(
  db: MemberDatabase,
  id: string,
): Promise<Pick<StoredSound, 'bytes' | 'mediaType'> | undefined> {
  return (await db.recordings.get(id)) ?? (await db.sounds.get(id));
}

/** Reads no sound: the index has how much each takes. */
async function makeRoom(db: MemberDatabase, wanted: number): Promise<void> {
  const byAge = db.sounds.orderBy('[at+size]');
  const ids = await byAge.primaryKeys();
  const sizes = (await byAge.keys()).map(sizeIn);
  let taken = wanted + sizes.reduce((sum, size) => sum + size, 0);
  const old = ids.filter((_id, i) => {
    const isOver = taken > keptSoundBytesMax;
    if (isOver) taken -= sizes[i] ?? 0;
    return isOver;
  });
  await db.sounds.bulkDelete(old);
}

const sizeIn = (key: unknown): number => (Array.isArray(key) ? Number(key[1]) : 0);
