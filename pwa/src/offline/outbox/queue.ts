import Dexie from 'dexie';
import { v7 as uuidv7 } from 'uuid';
import { conversationOf, deriveConversation } from '../conversations.ts';
import type { Draft, MemberDatabase, OutboxRow } from '../database.ts';
import { type ConversationKey, isConversationKey, pendingOrder } from '../keys.ts';
import { type Delivery, mayMove, type SendState, type WaitingFor } from './states.ts';

/**
 * The transactions of the outbox. Each leaves the outbox, the thread and the drafts in step with each other, so that
 * a tab may die between any two of them.
 */

/**
 * Sends a draft: queues the message, shows it in the thread and clears the composer, all or nothing. A draft that
 * was already sent (a second Enter, another tab) is not sent again.
 * @param now milliseconds since 1970, what the thread shows until the server has its own time
 * @returns the message's id
 */
export function enqueue(db: MemberDatabase, draft: Draft, now: number): Promise<string> {
  const { conversation, text: content } = draft;
  const tables = [db.outbox, db.messages, db.conversations, db.drafts, db.deletions];
  return db.transaction('rw', tables, async () => {
    const known = await db.messages.get(draft.id);
    if (known?.content === content) return draft.id;
    const isTaken = known !== undefined || (await db.deletions.get(draft.id)) !== undefined;
    // Two tabs shared the draft and one of them changed it before sending: that is another message.
    const id = isTaken ? uuidv7() : draft.id;
    const delivery: Delivery = { state: 'queued' };
    const seq = await db.outbox.add({ id, lane: conversation, content, attempts: 0, delivery });
    const createdAt = new Date(now).toISOString();
    const order = pendingOrder(seq);
    await db.messages.put({ id, conversation, order, senderId: db.owner.id, content, createdAt });
    await db.drafts.delete(conversation);
    await refreshConversation(db, conversation);
    return id;
  });
}

/** What a lane has to do next. */
export type NextInLane =
  | { readonly kind: 'send'; readonly row: OutboxRow; readonly attempt: string }
  /** Not before this moment, in milliseconds since 1970. */
  | { readonly kind: 'later'; readonly at: number }
  | { readonly kind: 'nothing' };

/**
 * Takes the next message of a lane for sending. Refused messages are passed over; one that waits, or that is
 * being sent, holds up those behind it.
 */
export function claimNext(db: MemberDatabase, lane: ConversationKey, now: number): Promise<NextInLane> {
  return db.transaction('rw', db.outbox, async (): Promise<NextInLane> => {
    const row = await inLane(db, lane)
      .filter(({ delivery }) => delivery.state !== 'failed')
      .first();
    if (row === undefined || row.delivery.state === 'sending') return { kind: 'nothing' };
    if (row.delivery.state === 'waiting') {
      if (row.delivery.until === null) return { kind: 'nothing' };
      if (row.delivery.until > now) return { kind: 'later', at: row.delivery.until };
    }
    const attempt = uuidv7();
    await move(db, row, { state: 'sending', attempt });
    return { kind: 'send', row, attempt };
  });
}

/**
 * Writes down how an attempt ended without success. Does nothing when the message has gone on since: it was
 * accepted on another way, or another tab is sending it.
 */
export function endAttempt(
  db: MemberDatabase,
  seq: number,
  attempt: string,
  end: Extract<Delivery, { state: 'waiting' | 'failed' }>,
): Promise<void> {
  return db.transaction('rw', db.outbox, async () => {
    const row = await db.outbox.get(seq);
    if (row?.delivery.state !== 'sending' || row.delivery.attempt !== attempt) return;
    await move(db, row, end, row.attempts + 1);
  });
}

/** After a start: nobody is sending any more what was being sent; it goes again, with the same id. */
export function recover(db: MemberDatabase): Promise<void> {
  return requeue(db, 'sending', () => true);
}

/**
 * What waited for one of these is tried again at once, except where the server asked for patience.
 */
export function wake(db: MemberDatabase, ...reasons: readonly WaitingFor[]): Promise<void> {
  return requeue(
    db,
    'waiting',
    ({ delivery }) =>
      delivery.state === 'waiting' && !delivery.asked && reasons.includes(delivery.waitingFor),
  );
}

/** Tries a refused message again. */
export function retry(db: MemberDatabase, id: string): Promise<void> {
  return requeue(db, 'failed', (row) => row.id === id);
}

/**
 * Gives up a message that is not being sent just now. When an earlier attempt had reached the server after all,
 * the message comes back as sent, and can be deleted there.
 * @returns what it said; null when it is gone already or on its way
 */
export function cancel(db: MemberDatabase, id: string): Promise<string | null> {
  return db.transaction('rw', db.outbox, db.messages, db.conversations, async () => {
    const row = await db.outbox.where('id').equals(id).first();
    if (row === undefined || !mayMove(row.delivery.state, 'cancelled')) return null;
    await db.outbox.delete(row.seq);
    await db.messages.delete(id);
    await refreshConversation(db, row.lane);
    return row.content;
  });
}

/** Puts a refused message back into the composer, before what stands there. */
export function edit(db: MemberDatabase, id: string): Promise<void> {
  return db.transaction('rw', db.outbox, db.messages, db.conversations, db.drafts, async () => {
    const row = await db.outbox.where('id').equals(id).first();
    if (row?.delivery.state !== 'failed') return;
    await cancel(db, id);
    const draft = await db.drafts.get(row.lane);
    const text = draft === undefined ? row.content : `${row.content}\n${draft.text}`;
    await db.drafts.put({ conversation: row.lane, id: uuidv7(), text });
  });
}

/** The lanes in which anything stands. */
export async function lanesOf(db: MemberDatabase): Promise<ConversationKey[]> {
  return (await db.outbox.orderBy('lane').uniqueKeys()).filter(isConversationKey);
}

/** The messages of a lane, in the order in which they were sent. */
function inLane(db: MemberDatabase, lane: ConversationKey) {
  return db.outbox.where('[lane+seq]').between([lane, Dexie.minKey], [lane, Dexie.maxKey]);
}

function requeue(db: MemberDatabase, from: SendState, isMeant: (row: OutboxRow) => boolean): Promise<void> {
  return db.transaction('rw', db.outbox, async () => {
    const rows = await db.outbox.where('delivery.state').equals(from).filter(isMeant).toArray();
    for (const row of rows) await move(db, row, { state: 'queued' });
  });
}

async function move(
  db: MemberDatabase,
  row: OutboxRow,
  delivery: Delivery,
  attempts = row.attempts,
): Promise<void> {
  if (!mayMove(row.delivery.state, delivery.state)) {
    throw new Error(`An outgoing message cannot go from ${row.delivery.state} to ${delivery.state}`);
  }
  await db.outbox.put({ ...row, delivery, attempts });
}

async function refreshConversation(db: MemberDatabase, key: ConversationKey): Promise<void> {
  await db.conversations.put(await deriveConversation(db, await conversationOf(db, key)));
}
