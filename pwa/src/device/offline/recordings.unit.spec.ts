import { afterEach, expect, it, vi } from 'vitest';
import type { Recording } from './database.ts';
import { newDatabase, peerId } from './forSpecs.ts';
import { conversationKey } from './keys.ts';
import { enqueue } from './outbox/queue.ts';
import { discardRecording, keepPart, keepWhole, recordingLock, restoreParts } from './recordings.ts';

const key = conversationKey(peerId);
const recorded = (seconds: number): Recording => ({
  ...{ bytes: new ArrayBuffer(seconds), mediaType: 'audio/webm', seconds, peaks: [] },
});

/** A browser whose tabs hold these locks. */
function locksHeld(...held: string[]) {
  const request = async (name: string, _options: object, take: (lock: object | null) => Promise<void>) =>
    take(held.includes(name) ? null : {});
  vi.stubGlobal('navigator', { locks: { request } });
}
afterEach(() => vi.unstubAllGlobals());

it('a recording under way is neither shown nor sent by another tab', async () => {
  const db = newDatabase();
  await keepPart(db, key, recorded(5));
  expect(await db.recordings.get(key)).toBeUndefined();
  const id = await enqueue(db, { conversation: key, id: 'a', text: 'typed elsewhere' }, 0);
  expect((await db.messages.get(id))?.voice).toBeNull();
  await keepWhole(db, key, recorded(7));
  expect(await db.recordings.toArray()).toMatchObject([{ id: key, seconds: 7 }]);
});

it('what a closed tab left of it is offered, unless another tab still records', async () => {
  const db = newDatabase();
  await keepPart(db, key, recorded(5));
  locksHeld(recordingLock(db, key));
  await restoreParts(db);
  expect(await db.recordings.get(key)).toBeUndefined();
  locksHeld();
  await restoreParts(db);
  expect(await db.recordings.toArray()).toMatchObject([{ id: key, seconds: 5 }]);
});

it('is discarded with its part', async () => {
  const db = newDatabase();
  await keepPart(db, key, recorded(5));
  await discardRecording(db, key);
  expect(await db.recordings.count()).toBe(0);
});
