import type { MemberDatabase } from './database.ts';
import { forgetLog } from './forget.ts';
import { type ConversationKey, isConversationKey, peerOf } from './keys.ts';
import { cancelAllMessages } from './outbox/cancelling.ts';
import { requeueWaiting, retryMessage } from './outbox/claims.ts';
import { whenOutboxIdle } from './outbox/idle.ts';

export interface UnsentCounts {
  readonly messages: number;
  /** Members whose block the server lacks. */
  readonly blocks: number;
  /** Conversations with a recording, or a text that the server lacks. */
  readonly drafts: readonly ConversationKey[];
}

export async function unsentIn(db: MemberDatabase): Promise<UnsentCounts> {
  const messages = await db.outbox.filter(({ task }) => task === 'send').count();
  const blocks = (await unsentBlocks(db)).length;
  return { messages, blocks, drafts: [...(await conversationsWithLocalDrafts(db))] };
}

const unsentBlocks = (db: MemberDatabase) =>
  db.blocks
    .where('untold')
    .equals(1)
    .filter(({ wanted }) => wanted === true)
    .primaryKeys();

/** Conversations whose composer has content that exists only here. */
async function conversationsWithLocalDrafts(db: MemberDatabase): Promise<ReadonlySet<ConversationKey>> {
  const drafts = await db.drafts.toArray();
  const bases = await db.draftBases.bulkGet(drafts.map(({ conversation }) => conversation));
  const texts = drafts.filter(({ text }, i) => text !== bases[i]?.text);
  const sounds = (await db.recordings.toCollection().primaryKeys()).filter(isConversationKey);
  return new Set([...texts.map(({ conversation }) => conversation), ...sounds]);
}

/**
 * Sends everything that waits or was refused. Resolves when all is sent or the rest can't be sent now.
 * @param onLeft called with the number of messages left
 * @param signal stops waiting, not sending
 */
export async function sendAll(
  db: MemberDatabase,
  onLeft: (messages: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const refused = await db.outbox.where('delivery.state').equals('failed').toArray();
  for (const { id } of refused) await retryMessage(db, id);
  await requeueWaiting(db, 'network', 'server', 'sign-in');
  await whenOutboxIdle(db, { onLeft, signal });
}

/** Cancels all unsent messages, and waits until the server deleted those it may have, or can't be reached. */
export async function discardAll(db: MemberDatabase, signal: AbortSignal): Promise<void> {
  await cancelAllMessages(db);
  await whenOutboxIdle(db, { signal });
}

/** Keeps only unsent messages, drafts and blocks, with their members, for the member's next login here. */
export async function keepUnsent(db: MemberDatabase): Promise<void> {
  await forgetLog(db);
  const tables = [db.outbox, db.drafts, db.draftAsides, db.draftBases, db.recordings, db.blocks, db.members];
  await db.transaction('rw', tables, async () => {
    const begun = await conversationsWithLocalDrafts(db);
    // With the agreed texts, since a missing draft would otherwise count as deleted.
    for (const table of [db.drafts, db.draftAsides, db.draftBases]) {
      await table.filter(({ conversation }) => !begun.has(conversation)).delete();
    }
    const lanes = (await db.outbox.toArray()).map(({ lane }) => lane);
    const needed = new Set([...[...lanes, ...begun].map(peerOf), ...(await unsentBlocks(db))]);
    await db.members.filter(({ id }) => !needed.has(id)).delete();
  });
}
