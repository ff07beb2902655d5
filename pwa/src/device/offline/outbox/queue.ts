import { isVisible } from '@pmcw/contracts';
import Dexie from 'dexie';
import { v7 as uuidv7 } from 'uuid';
import { refreshConversation } from '../conversations.ts';
import type {
  Draft,
  MemberDatabase,
  OutboxRow,
  StoredMessage,
  StoredRecording,
  StoredVoice,
} from '../database.ts';
import { type ConversationKey, isConversationKey, pendingOrder } from '../keys.ts';
import { type Delivery, mayMove, type SendState, type WaitingFor } from './states.ts';

/**
 * Transactions of the outbox. Each keeps outbox, thread and drafts consistent, so that a tab may die between any two of
 * them.
 */

/**
 * Sends a draft with its recording, if any: queues the message, shows it in the thread and clears the composer, all or
 * nothing. Repeats (a second Enter, another tab) are ignored.
 * @param now milliseconds since 1970, shown until the server has its own time
 * @returns the message's id, or the draft's if there was nothing to send
 */
export function enqueue(db: MemberDatabase, draft: Draft, now: number): Promise<string> {
  const { conversation, text: content } = draft;
  const tables = [db.outbox, db.messages, db.conversations, db.drafts, db.deletions, db.recordings];
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
    await db.drafts.delete(conversation);
    await showPending(db, { ...row, voice }, seq, now);
    return id;
  });
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
  await db.messages.put({ id, conversation: lane, order, senderId, content, voice, createdAt });
  await refreshConversation(db, lane);
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

type NextInLane =
  | { readonly kind: 'send'; readonly row: OutboxRow; readonly attempt: string }
  /** Milliseconds since 1970. */
  | { readonly kind: 'later'; readonly at: number }
  | { readonly kind: 'nothing' };

/**
 * Claims the next message of a lane. Skips refused messages; one that waits or is being sent blocks those behind it.
 */
export function claimNext(db: MemberDatabase, lane: ConversationKey, now: number): Promise<NextInLane> {
  return db.transaction('rw', db.outbox, async (): Promise<NextInLane> => {
    const row = await headOf(db, lane);
    if (row === undefined || row.delivery.state === 'sending') return { kind: 'nothing' };
    if (row.delivery.state === 'waiting') {
      if (row.delivery.until === null) return { kind: 'nothing' };
      if (row.delivery.until > now) return { kind: 'later', at: row.delivery.until };
    }
    const attempt = uuidv7();
    await setDelivery(db, row, { state: 'sending', attempt });
    return { kind: 'send', row, attempt };
  });
}

/**
 * Records an attempt without success, unless the message moved on: accepted in another way, or claimed by another tab.
 * @returns whether it was recorded
 */
export function endAttempt(
  db: MemberDatabase,
  seq: number,
  attempt: string,
  end: Extract<Delivery, { state: 'waiting' | 'failed' }>,
): Promise<boolean> {
  return db.transaction('rw', db.outbox, async () => {
    const row = await db.outbox.get(seq);
    if (row?.delivery.state !== 'sending' || row.delivery.attempt !== attempt) return false;
    await setDelivery(db, row, end, row.attempts + (end.state === 'waiting' ? 1 : 0));
    return true;
  });
}

/** Fails a message whose recipient is gone, in any state. Call it inside a transaction. */
export function refuseMessage(
  db: MemberDatabase,
  row: OutboxRow,
  code: string,
  detail: string,
): Promise<void> {
  return row.delivery.state === 'failed'
    ? Promise.resolve()
    : setDelivery(db, row, { state: 'failed', code, detail });
}

/** Requeues messages that were being sent when the tab or worker died; they keep their ids. */
export function requeueInterrupted(db: MemberDatabase): Promise<void> {
  return requeue(db, 'sending', () => true, 1);
}

/** Requeues messages that wait for one of these, unless the server asked to wait. */
export function requeueWaiting(db: MemberDatabase, ...reasons: readonly WaitingFor[]): Promise<void> {
  return requeue(
    db,
    'waiting',
    ({ delivery }) =>
      delivery.state === 'waiting' && !delivery.asked && reasons.includes(delivery.waitingFor),
  );
}

/**
 * Restores an outbox that the browser removed; the ids prevent duplicates. Recordings are lost.
 * @param now see `enqueue`
 */
export function restoreOutbox(db: MemberDatabase, rows: readonly OutboxRow[], now: number): Promise<void> {
  return db.transaction('rw', [db.outbox, db.messages, db.conversations, db.deletions], async () => {
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

export function retryMessage(db: MemberDatabase, id: string): Promise<void> {
  return requeue(db, 'failed', (row) => row.id === id);
}

export async function lanesOf(db: MemberDatabase): Promise<ConversationKey[]> {
  return (await db.outbox.orderBy('lane').uniqueKeys()).filter(isConversationKey);
}

/** The message that the rest of the lane waits for; skips refused ones. */
export function headOf(db: MemberDatabase, lane: ConversationKey): Promise<OutboxRow | undefined> {
  return db.outbox
    .where('[lane+seq]')
    .between([lane, Dexie.minKey], [lane, Dexie.maxKey])
    .filter(({ delivery }) => delivery.state !== 'failed')
    .first();
}

/** @param unclear how many attempts this ends without a clear answer */
function requeue(
  db: MemberDatabase,
  from: SendState,
  isMeant: (row: OutboxRow) => boolean,
  unclear = 0,
): Promise<void> {
  return db.transaction('rw', db.outbox, async () => {
    const rows = await db.outbox.where('delivery.state').equals(from).filter(isMeant).toArray();
    for (const row of rows) await setDelivery(db, row, { state: 'queued' }, row.attempts + unclear);
  });
}

async function setDelivery(
  db: MemberDatabase,
  row: OutboxRow,
  delivery: Delivery,
  attempts = row.attempts,
): Promise<void> {
  if (!mayMove(row.delivery.state, delivery.state)) {
    throw new Error(`An outgoing message can't move from ${row.delivery.state} to ${delivery.state}`);
  }
  await db.outbox.put({ ...row, delivery, attempts });
}
