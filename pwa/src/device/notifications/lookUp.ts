import { isBlocked } from '../offline/blocks.ts';
import { systemClock } from '../offline/clock.ts';
import { conversationOf, countUnread } from '../offline/conversations.ts';
import type { MemberDatabase } from '../offline/database.ts';
import { isPeerDeleted } from '../offline/deletedMembers.ts';
import { type ConversationKey, conversationKey, orderOf } from '../offline/keys.ts';
import type { Known, NotifiedMessage } from './notified.ts';

export async function lookUp(db: MemberDatabase, messages: readonly NotifiedMessage[]): Promise<Known> {
  const obsolete = new Set<string>();
  let uncounted = 0;
  for (const message of messages) {
    if (await isObsolete(db, message)) obsolete.add(message.id);
    else if (!(await isCounted(db, message))) uncounted += 1;
  }
  return { obsolete, unread: uncounted + (await countUnread(db, systemClock.now())) };
}

/** Whether a message was read, on any device, or deleted, also together with its sender, or the sender is blocked. */
export async function isObsolete(
  db: MemberDatabase,
  { id, senderId, position }: NotifiedMessage,
  key: ConversationKey = conversationKey(senderId),
): Promise<boolean> {
  if ((await db.deletions.get(id)) !== undefined) return true;
  if (await isPeerDeleted(db, conversationKey(senderId))) return true;
  if (await isBlocked(db, senderId)) return true;
  return orderOf(position) <= (await conversationOf(db, key)).readUpTo;
}

async function isCounted(db: MemberDatabase, { id, senderId, position }: NotifiedMessage): Promise<boolean> {
  if ((await db.messages.get(id)) !== undefined) return true;
  return orderOf(position) <= (await conversationOf(db, conversationKey(senderId))).counted.upTo;
}
