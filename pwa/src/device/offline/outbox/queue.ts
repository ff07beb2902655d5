import { isVisible } from '@pmcw/contracts';
import { v7 as uuidv7 } from 'uuid';
import { showLast } from '../conversations.ts';
import type {
  Draft,
  MemberDatabase,
  OutboxRow,
  StoredMember,
  StoredMessage,
  StoredRecording,
  StoredSound,
  StoredVoice,
} from '../database.ts';
import { peerOf, pendingOrder } from '../keys.ts';
import type { Delivery } from './states.ts';

/**
 * Transactions that fill the outbox. Each keeps outbox, thread and drafts consistent, so that a tab may die between any
 * two of them. A message is shown with the order of its outbox row (`pendingOrder`) until the server has it.
 */

/**
 * Sends a draft with its recording, if any: queues the message, shows it in the thread and clears the composer, all or
 * nothing. Repeats (a second Enter, another tab) are ignored.
 * @param now milliseconds since 1970, shown until the server has its own time
 * @param replaces stored texts that the composer had seen; another, written in a different tab, remains the draft
 * @returns the message's id, or the draft's if there was nothing to send
 */
export function enqueue(
  db: MemberDatabase,
  draft: Draft,
  now: number,
  replaces: readonly string[] = [draft.text],
): Promise<string> {
  const { conversation, text: content } = draft;
  const tables = [
    db.outbox,
    db.messages,
    db.conversations,
    db.members,
    db.drafts,
    db.deletions,
    db.recordings,
  ];
  return db.transaction('rw', tables, async () => {
    const recording = await db.recordings.get(conversation);
    const known = await db.messages.get(draft.id);
    if (recording === undefined && (known?.content === content || !isVisible(content))) return draft.id;
    const isTaken = known !== undefined || (await db.deletions.get(draft.id)) !== undefined;
    // Another tab sent the draft with a different text: this is another message.
    const id = isTaken ? uuidv7() : draft.id;
    const voice = recording === undefined ? null : await moveRecording(db, recording, id);
    const messageType = voice === null ? 'text' : 'voice';
    const delivery: Delivery = { state: 'queued' };
    const row = {
      id,
      lane: conversation,
      task: 'send',
      messageType,
      content,
      attempts: 0,
      delivery,
    } as const;
    const seq = await db.outbox.add(row);
    await clearDraft(db, draft, replaces);
    await showPending(db, { ...row, voice }, seq, now);
    return id;
  });
}

async function clearDraft(
  db: MemberDatabase,
  { conversation, id }: Draft,
  replaces: readonly string[],
): Promise<void> {
  const stored = await db.drafts.get(conversation);
  if (stored === undefined) return;
  if (replaces.includes(stored.text)) await db.drafts.delete(conversation);
  // The id is that of the message now.
  else if (stored.id === id) await db.drafts.put({ ...stored, id: uuidv7() });
}

async function showPending(
  db: MemberDatabase,
  { id, lane, content, voice }: Pick<OutboxRow, 'id' | 'lane' | 'content'> & Pick<StoredMessage, 'voice'>,
  seq: number,
  now: number,
): Promise<void> {
  const createdAt = new Date(now).toISOString();
  const order = pendingOrder(seq);
  const senderId = db.owner.id;
  const message = { id, conversation: lane, order, senderId, content, voice, createdAt };
  await db.messages.put(message);
  await showLast(db, message);
}

async function moveRecording(
  db: MemberDatabase,
  recording: StoredRecording,
  id: string,
): Promise<StoredVoice> {
  await db.recordings.put({ ...recording, id });
  await db.recordings.delete(recording.id);
  return { url: null, seconds: recording.seconds, peaks: recording.peaks };
}

/**
 * Queues a message that the server lost, under its id. A voice message without its sound can't be sent. Call it inside
 * a transaction.
 */
export async function sendAgain(
  db: MemberDatabase,
  { id, conversation: lane, content, voice, createdAt }: StoredMessage,
  sound: StoredSound | undefined,
): Promise<void> {
  if (voice !== null) {
    if (sound === undefined || voice.seconds === null) return;
    const { bytes, mediaType } = sound;
    await db.recordings.put({ id, bytes, mediaType, seconds: voice.seconds, peaks: voice.peaks ?? [] });
  }
  const messageType = voice === null ? 'text' : 'voice';
  // The server may have it after all, so a cancellation must ask there.
  const row = {
    id,
    lane,
    task: 'send',
    messageType,
    content,
    attempts: 1,
    delivery: { state: 'queued' },
  } as const;
  const seq = await db.outbox.add(row);
  await showPending(db, { ...row, voice: voice && { ...voice, url: null } }, seq, Date.parse(createdAt));
}

export interface Unsent {
  readonly rows: readonly OutboxRow[];
  /** The recipients, so that their conversations can be opened before the server sends the list. */
  readonly members: readonly StoredMember[];
}

export async function readUnsent(db: MemberDatabase): Promise<Unsent> {
  const rows = await db.outbox.toArray();
  const recipients = new Set(rows.flatMap(({ lane }) => peerOf(lane) ?? []));
  const members = await db.members.bulkGet([...recipients]);
  return { rows, members: members.flatMap((member) => member ?? []) };
}

/**
 * Restores an outbox that the browser removed; the ids prevent duplicates. Recordings are lost.
 * @param now see `enqueue`
 */
export function restoreOutbox(db: MemberDatabase, { rows, members }: Unsent, now: number): Promise<void> {
  const tables = [db.outbox, db.messages, db.conversations, db.members, db.deletions];
  return db.transaction('rw', tables, async () => {
    await db.members.bulkPut([...members]);
    for (const { seq: _seq, ...row } of rows) {
      if (row.messageType === 'voice') continue;
      const delivery: Delivery = row.delivery.state === 'failed' ? row.delivery : { state: 'queued' };
      const attempts = row.attempts + (row.delivery.state === 'sending' ? 1 : 0);
      const seq = await db.outbox.add({ ...row, delivery, attempts });
      if (row.task === 'withdraw') await db.deletions.put({ id: row.id, isWithdrawn: true });
      else await showPending(db, { ...row, voice: null }, seq, now);
    }
  });
}
