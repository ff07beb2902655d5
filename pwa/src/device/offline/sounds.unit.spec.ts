import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applyChanges, applyDeletion } from './apply.ts';
import type { MemberDatabase } from './database.ts';
import { forgetLog } from './forget.ts';
import { applyMessages, messageAt, newDatabase, peerId } from './forSpecs.ts';
import { keepUnsent } from './leaving.ts';
import { cancelMessage } from './outbox/cancelling.ts';
import { enqueue } from './outbox/queue.ts';
import { keepSound, keptSoundBytesMax, soundOf } from './sounds.ts';

let db: MemberDatabase;
beforeEach(() => {
  db = newDatabase();
});
afterEach(() => db.delete());

const mediaType = 'audio/webm';
const sound = (size = 3) => ({ bytes: new ArrayBuffer(size), mediaType });
const voice = { messageType: 'voice', voiceUrl: '/media/abc', voiceSeconds: 4 } as const;

/** A voice message that the server has, with its sound on the device. */
async function heard(position: number, change = {}, size?: number): Promise<string> {
  const message = messageAt(position, { ...voice, senderId: peerId, ...change });
  await applyMessages(db, [message]);
  await keepSound(db, message.id, sound(size), position);
  return message.id;
}
const kept = async () => (await db.sounds.toCollection().primaryKeys()).toSorted();

describe('the sound of a voice message', () => {
  it('plays from this device once stored', async () => {
    const id = await heard(1);
    expect(await soundOf(db, id)).toMatchObject({ mediaType });
    expect((await soundOf(db, id))?.bytes.byteLength).toBe(3);
  });

  it('of an own recording stays when the server has the message', async () => {
    await db.recordings.put({ id: `member:${peerId}`, ...sound(), seconds: 4, peaks: [] });
    const id = await enqueue(db, { conversation: `member:${peerId}`, id: 'own', text: '' }, 1);
    await keepSound(db, id, sound());
    await applyMessages(db, [messageAt(7, { ...voice, id, content: '' })]);
    expect(await db.recordings.count()).toBe(0);
    expect(await soundOf(db, id)).toMatchObject({ mediaType });
  });

  it('replaces older ones, oldest first, and is never too large alone', async () => {
    const third = keptSoundBytesMax / 3;
    const ids: string[] = [];
    for (const at of [1, 2, 3, 4]) ids.push(await heard(at, {}, third));
    expect(await kept()).toEqual(ids.slice(1).toSorted());
    await heard(5, {}, keptSoundBytesMax + 1);
    expect(await kept()).toEqual(ids.slice(1).toSorted());
  });

  it('is not stored without its message', async () => {
    await keepSound(db, 'nobody', sound());
    expect(await kept()).toEqual([]);
  });

  it('may be missing if the device is full', async () => {
    db.sounds.hook('creating', () => {
      throw new DOMException('Full', 'QuotaExceededError');
    });
    const id = await heard(1);
    expect(await soundOf(db, id)).toBeUndefined();
  });
});

describe('the sound is removed', () => {
  it('with its message', async () => {
    const id = await heard(1);
    const other = await heard(2);
    await applyDeletion(db, id);
    expect(await kept()).toEqual([other]);
  });

  it('when its message is canceled', async () => {
    await db.recordings.put({ id: `member:${peerId}`, ...sound(), seconds: 4, peaks: [] });
    const id = await enqueue(db, { conversation: `member:${peerId}`, id: 'own', text: '' }, 1);
    await keepSound(db, id, sound());
    await cancelMessage(db, id);
    expect(await kept()).toEqual([]);
  });

  it('with its speaker, in the global chat too', async () => {
    await heard(1);
    await heard(2, { isGlobal: true, receiverId: 1 });
    const stays = await heard(3, { isGlobal: true, receiverId: 1, senderId: 3 });
    await applyChanges(db, [{ type: 'member_deleted', userId: peerId, position: '9' }], null);
    expect(await kept()).toEqual([stays]);
  });

  it.each([
    ['another log', forgetLog],
    ['a logout, even if unsent messages are kept', keepUnsent],
  ])('by %s', async (_what, end) => {
    await heard(1);
    await end(db);
    expect(await kept()).toEqual([]);
  });
});
