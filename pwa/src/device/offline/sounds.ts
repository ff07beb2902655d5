import type { MemberDatabase, StoredSound } from './database.ts';

/**
 * Sound of voice messages that the server has, too, for playing offline. It makes room for data that exists only here.
 */

/** In bytes; the oldest are dropped. */
export const keptSoundBytesMax = 50 * 1024 * 1024;

/**
 * Stores the sound of a message on this device. Silently does nothing without room, without the message, or if the
 * database is only in memory.
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

export async function soundOf(
  db: MemberDatabase,
  id: string,
): Promise<Pick<StoredSound, 'bytes' | 'mediaType'> | undefined> {
  return (await db.recordings.get(id)) ?? (await db.sounds.get(id));
}

/** Reads only the index, which includes the sizes, and no sound. */
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
