import { v7 as uuidv7 } from 'uuid';
import * as v from 'valibot';
import { keepItem, readItem } from '../../../base/storage/pageStorage.ts';
import type { Draft, MemberDatabase } from '../database.ts';
import { type ConversationKey, isConversationKey } from '../keys.ts';
import { unsavedKey } from '../stores.ts';

/**
 * Notes of messages that are being stored: until that is done, they are on the screen only, and become drafts if the
 * tab closes. In localStorage, which is written at once.
 */

const notesSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(
    v.object({
      id: v.string(),
      conversation: v.custom<ConversationKey>(isConversationKey),
      text: v.string(),
    }),
  ),
);

function notesIn({ owner }: MemberDatabase): readonly Draft[] {
  const notes = v.safeParse(notesSchema, readItem(unsavedKey(owner)));
  return notes.success ? notes.output : [];
}

function write({ owner }: MemberDatabase, notes: readonly Draft[]): void {
  keepItem(unsavedKey(owner), notes.length === 0 ? null : JSON.stringify(notes));
}

export function noteUnsaved(db: MemberDatabase, draft: Draft): void {
  write(db, [...notesIn(db), draft]);
}

export function forgetUnsaved(db: MemberDatabase, id: string): void {
  write(
    db,
    notesIn(db).filter((note) => note.id !== id),
  );
}

/** Turns texts that a closed tab could not store into drafts. One that was stored after all stays a message. */
export async function restoreUnsaved(db: MemberDatabase): Promise<void> {
  for (const note of notesIn(db)) {
    await db.transaction('rw', [db.messages, db.deletions, db.drafts], async () => restore(db, note));
    forgetUnsaved(db, note.id);
  }
}

async function restore(db: MemberDatabase, note: Draft): Promise<void> {
  if ((await db.messages.get(note.id)) !== undefined || (await db.deletions.get(note.id)) !== undefined)
    return;
  const draft = await db.drafts.get(note.conversation);
  if (draft?.text.includes(note.text) === true) return;
  // Another id for a longer text, because another tab may still store the message.
  await db.drafts.put(
    draft === undefined ? note : { ...note, id: uuidv7(), text: `${note.text}\n${draft.text}` },
  );
}
