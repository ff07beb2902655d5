import { v7 as uuidv7 } from 'uuid';
import type { MemberDatabase } from '../../../device/offline/database.ts';
import type { ConversationKey } from '../../../device/offline/keys.ts';
import { setAsides } from './draftSync.ts';

/** Moves a text from aside to the end of the composer's draft. */
export function insertAside(db: MemberDatabase, key: ConversationKey, text: string): Promise<void> {
  return db.transaction('rw', [db.drafts, db.draftAsides], async () => {
    const draft = await db.drafts.get(key);
    const whole = draft === undefined ? text : `${draft.text}\n${text}`;
    await db.drafts.put({ conversation: key, id: uuidv7(), text: whole });
    await remove(db, key, text);
  });
}

export function dismissAside(db: MemberDatabase, key: ConversationKey, text: string): Promise<void> {
  return db.transaction('rw', db.draftAsides, () => remove(db, key, text));
}

async function remove(db: MemberDatabase, key: ConversationKey, text: string): Promise<void> {
  const kept = await db.draftAsides.get(key);
  await setAsides(
    db,
    key,
    (kept?.texts ?? []).filter((each) => each !== text),
  );
}
