import type { MemberDatabase, Recording } from './database.ts';
import { type ConversationKey, isConversationKey } from './keys.ts';

/**
 * The recording of a composer. Until it is complete it is under another id, where no other tab shows or sends it.
 */
const partPrefix = 'part of ';
const partOf = (conversation: ConversationKey) => `${partPrefix}${conversation}`;

/** The Web Lock of the tab that records. */
export const recordingLock = (db: MemberDatabase, conversation: ConversationKey): string =>
  `recording-${conversation}-of-${db.name}`;

export async function keepPart(
  db: MemberDatabase,
  conversation: ConversationKey,
  recording: Recording,
): Promise<void> {
  await db.recordings.put({ ...recording, id: partOf(conversation) });
}

export function keepWhole(
  db: MemberDatabase,
  conversation: ConversationKey,
  recording: Recording,
): Promise<void> {
  return db.transaction('rw', db.recordings, async () => {
    await db.recordings.put({ ...recording, id: conversation });
    await db.recordings.delete(partOf(conversation));
  });
}

export function discardRecording(db: MemberDatabase, conversation: ConversationKey): Promise<void> {
  return db.recordings.bulkDelete([conversation, partOf(conversation)]);
}

/** Offers what was stored of a recording that can't be completed. */
export function completePart(db: MemberDatabase, conversation: ConversationKey): Promise<void> {
  return db.transaction('rw', db.recordings, async () => {
    const part = await db.recordings.get(partOf(conversation));
    if (part !== undefined) await keepWhole(db, conversation, part);
  });
}

/** Offers what tabs that were closed during a recording have left. */
export async function restoreParts(db: MemberDatabase): Promise<void> {
  const parts = await db.recordings.where('id').startsWith(partPrefix).primaryKeys();
  for (const conversation of parts.map((id) => id.slice(partPrefix.length)).filter(isConversationKey)) {
    if (!('locks' in navigator)) await completePart(db, conversation);
    else {
      await navigator.locks.request(recordingLock(db, conversation), { ifAvailable: true }, async (lock) => {
        if (lock !== null) await completePart(db, conversation);
      });
    }
  }
}
