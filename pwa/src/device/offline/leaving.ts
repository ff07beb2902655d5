import { liveQuery } from 'dexie';
import type { MemberDatabase, OutboxRow } from './database.ts';
import { forget } from './forget.ts';
import { type ConversationKey, isConversationKey, peerOf } from './keys.ts';
import { cancelAll } from './outbox/givingUp.ts';
import { retry, wake } from './outbox/queue.ts';

/** What somebody who logs out would leave unsent. */
export interface Unsent {
  readonly messages: number;
  /** Conversations with a recording in the composer, or a text that the server does not have. */
  readonly drafts: readonly ConversationKey[];
}

/** Counts what is only on this device. */
export async function unsentIn(db: MemberDatabase): Promise<Unsent> {
  const messages = await db.outbox.filter(({ task }) => task === 'send').count();
  return { messages, drafts: [...(await conversationsBegunHere(db))] };
}

/** Where a composer has what is nowhere but here. */
async function conversationsBegunHere(db: MemberDatabase): Promise<ReadonlySet<ConversationKey>> {
  const drafts = await db.drafts.toArray();
  const bases = await db.draftBases.bulkGet(drafts.map(({ conversation }) => conversation));
  const texts = drafts.filter(({ text }, i) => text !== bases[i]?.text);
  const sounds = (await db.recordings.toCollection().primaryKeys()).filter(isConversationKey);
  return new Set([...texts.map(({ conversation }) => conversation), ...sounds]);
}

/**
 * Sends everything that waits or was refused, once more. Resolves when all of it is sent, or when what is left can't be
 * sent now.
 * @param onLeft hears how many messages are left, whenever that changes
 * @param signal gives up waiting, not sending
 */
export async function sendAll(
  db: MemberDatabase,
  onLeft: (messages: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const refused = await db.outbox.where('delivery.state').equals('failed').toArray();
  for (const { id } of refused) await retry(db, id);
  await wake(db, 'network', 'server', 'sign-in');
  await untilAtRest(db, onLeft, signal);
}

/** Gives up everything that is not sent, and waits until the server was told of what it may have, or can't be. */
export async function discardAll(db: MemberDatabase, signal: AbortSignal): Promise<void> {
  await cancelAll(db);
  await untilAtRest(db, () => undefined, signal);
}

function untilAtRest(
  db: MemberDatabase,
  onLeft: (messages: number) => void,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const ended = new AbortController();
    const end = () => {
      ended.abort();
      resolve();
    };
    const watching = liveQuery(() => db.outbox.toArray()).subscribe({
      next: (rows) => {
        onLeft(rows.filter(({ task }) => task === 'send').length);
        if (hasComeToRest(rows)) end();
      },
      error: reject,
    });
    ended.signal.addEventListener('abort', () => watching.unsubscribe());
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { signal: ended.signal });
  });
}

/** Whether nothing more happens by itself for now: each lane is empty, or its first message has been tried in vain. */
export function hasComeToRest(rows: readonly OutboxRow[]): boolean {
  const held = new Set<string>();
  return rows
    .filter(({ delivery }) => delivery.state !== 'failed')
    .every(({ lane, delivery }) => {
      if (delivery.state === 'waiting') held.add(lane);
      return held.has(lane);
    });
}

/**
 * Keeps of a member's messages what is not sent, drafts too, for when they log in here again, with the names of those to
 * whom it goes. All else is removed.
 */
export async function keepUnsent(db: MemberDatabase): Promise<void> {
  await forget(db);
  const tables = [db.outbox, db.drafts, db.draftAsides, db.draftBases, db.recordings, db.members];
  await db.transaction('rw', tables, async () => {
    const begun = await conversationsBegunHere(db);
    // With what was agreed with the server, or a draft that is not here would count as deleted.
    for (const table of [db.drafts, db.draftAsides, db.draftBases]) {
      await table.filter(({ conversation }) => !begun.has(conversation)).delete();
    }
    const lanes = (await db.outbox.toArray()).map(({ lane }) => lane);
    const needed = new Set([...lanes, ...begun].map(peerOf));
    await db.members.filter(({ id }) => !needed.has(id)).delete();
  });
}
