import type { ChangeFrame, Conversation, Message } from '@pmcw/contracts';
import { conversationOf, deriveConversation, knowsAllAfter } from './conversations.ts';
import type {
  ConversationMarks,
  History,
  MemberDatabase,
  StoredConversation,
  StoredMember,
} from './database.ts';
import { type ConversationKey, conversationKey, firstOrder, laterOrder, orderOf, peerOf } from './keys.ts';

/**
 * The only way in for what the server says. Frames and HTTP answers may come in any order, repeatedly and mixed:
 * the same set of them always leaves the same messages, marks and counts. Whatever proves that the server has a
 * message of the owner's takes it out of the outbox in the same transaction.
 */

/** What applying found that only the server can settle. */
export interface Applied {
  /** The conversation list should be fetched again: a conversation came up whose member or count is not known. */
  readonly listIsStale: boolean;
}

/** A page of a thread, newest first, as fetched. */
export interface ThreadPage {
  readonly messages: readonly Message[];
  /** Where older messages go on; null at the beginning. */
  readonly older: string | null;
  /** Whether nothing newer than the cursor can be missing from the page (the cursor was known and reached). */
  readonly isUnbroken: boolean;
  /** The page that this one follows on from; null for the newest. */
  readonly before: string | null;
}

/**
 * Applies pushed frames or a page of changes, oldest first.
 * @param reached the position up to which everything is known once these are applied; null leaves the cursor alone
 */
export function applyChanges(
  db: MemberDatabase,
  changes: readonly ChangeFrame[],
  reached: string | null,
): Promise<Applied> {
  return inOneStep(db, async (step) => {
    for (const change of changes) await applyChange(step, change);
    if (reached !== null) await moveCursor(db, reached);
  });
}

/** Applies messages that an answer or an acknowledgement showed. */
export function applyMessages(db: MemberDatabase, messages: readonly Message[]): Promise<Applied> {
  return inOneStep(db, async (step) => {
    for (const message of messages) await applyMessage(step, message);
  });
}

/** Applies a page of a thread and, when it joins what is known, how far back the thread is now unbroken. */
export function applyThreadPage(
  db: MemberDatabase,
  key: ConversationKey,
  page: ThreadPage,
): Promise<Applied> {
  return inOneStep(db, async (step) => {
    for (const message of page.messages) await applyMessage(step, message);
    const conversation = await step.touch(key);
    const history = extendedHistory(conversation.history, page);
    if (history !== conversation.history) step.set(key, { history });
  });
}

/** Applies conversations as listed. The count of each stands for the messages up to its last one. */
export function applyConversations(
  db: MemberDatabase,
  conversations: readonly Conversation[],
): Promise<Applied> {
  return inOneStep(db, async (step) => {
    for (const conversation of conversations) {
      const { userId: id, username, fullName, avatarUrl, lastMessage } = conversation;
      await rememberMember(db, { id, username, fullName, avatarUrl });
      if (lastMessage !== null) await applyMessage(step, lastMessage);
      const key = conversationKey(id);
      const known = await step.touch(key);
      const upTo = lastMessage === null ? firstOrder : orderOf(lastMessage.position);
      step.set(key, {
        peerReadUpTo: laterOrder(known.peerReadUpTo, orderOf(conversation.readUpTo)),
        counted: { unread: conversation.unreadCount, upTo },
      });
    }
  });
}

/** Applies the server's count of unread global messages, which stands for the messages up to a position. */
export function applyGlobalCount(db: MemberDatabase, unread: number, upTo: string): Promise<Applied> {
  return inOneStep(db, async (step) => {
    await step.touch('global');
    step.set('global', { counted: { unread, upTo: orderOf(upTo) } });
  });
}

/** The owner has read a conversation up to an order; `told` when the server confirmed it. */
export function applyOwnRead(
  db: MemberDatabase,
  key: ConversationKey,
  upTo: string,
  told: boolean,
): Promise<Applied> {
  return inOneStep(db, (step) => raiseOwnMark(step, key, upTo, told));
}

/** The server no longer has a message. */
export function applyDeletion(db: MemberDatabase, id: string): Promise<Applied> {
  return inOneStep(db, (step) => deleteMessage(step, id));
}

/** Moves the cursor up to a position; never back. To be called where the rules of `realtime/sync.ts` allow it. */
export async function moveCursor(db: MemberDatabase, position: string): Promise<void> {
  const known = await db.sync.get('cursor');
  if (known === undefined || orderOf(known.position) < orderOf(position)) {
    await db.sync.put({ id: 'cursor', position });
  }
}

/** One transaction's view of the conversations that it changes; what follows from them is worked out at its end. */
class Step {
  readonly db: MemberDatabase;
  readonly touched = new Map<ConversationKey, StoredConversation>();
  listIsStale = false;

  constructor(db: MemberDatabase) {
    this.db = db;
  }

  async touch(key: ConversationKey): Promise<StoredConversation> {
    const conversation = this.touched.get(key) ?? (await conversationOf(this.db, key));
    this.touched.set(key, conversation);
    return conversation;
  }

  /** Changes a touched conversation. */
  set(key: ConversationKey, change: Partial<ConversationMarks & { history: History | null }>): void {
    const conversation = this.touched.get(key);
    if (conversation !== undefined) this.touched.set(key, { ...conversation, ...change });
  }
}

async function inOneStep(db: MemberDatabase, work: (step: Step) => Promise<void>): Promise<Applied> {
  const tables = [db.messages, db.deletions, db.members, db.conversations, db.outbox, db.sync];
  return db.transaction('rw', tables, async () => {
    const step = new Step(db);
    await work(step);
    for (const conversation of step.touched.values()) {
      await db.conversations.put(await deriveConversation(db, conversation));
      step.listIsStale ||= await isUnknownMember(db, conversation.key);
    }
    return { listIsStale: step.listIsStale };
  });
}

async function rememberMember(db: MemberDatabase, member: StoredMember): Promise<void> {
  const known = await db.members.get(member.id);
  const isSame =
    known?.username === member.username &&
    known.fullName === member.fullName &&
    known.avatarUrl === member.avatarUrl;
  if (!isSame) await db.members.put(member);
}

async function isUnknownMember(db: MemberDatabase, key: ConversationKey): Promise<boolean> {
  const peerId = peerOf(key);
  return peerId !== null && (await db.members.get(peerId)) === undefined;
}

async function applyChange(step: Step, change: ChangeFrame): Promise<void> {
  switch (change.type) {
    case 'new_message':
    case 'new_global_message':
      return applyMessage(step, change.message);
    case 'message_deleted':
      return deleteMessage(step, change.id);
    case 'messages_read':
      return applyRead(step, change);
    default:
      return change satisfies never;
  }
}

async function applyMessage(step: Step, message: Message): Promise<void> {
  const { db } = step;
  const ownerId = db.owner.id;
  const isOwn = message.senderId === ownerId;
  await rememberMember(db, { id: message.senderId, ...message.sender });
  const key = conversationKey(message.isGlobal ? null : isOwn ? message.receiverId : message.senderId);
  const conversation = await step.touch(key);
  if (isOwn) await db.outbox.where('id').equals(message.id).delete();
  if ((await db.deletions.get(message.id)) !== undefined) {
    await db.messages.delete(message.id);
    return;
  }
  const { id, senderId, content, createdAt } = message;
  const order = orderOf(message.position);
  await db.messages.put({ id, conversation: key, order, senderId, content, createdAt });
  // `isRead` is the receiver's mark; in the global chat it is the owner's own.
  if (!message.isRead) return;
  if (!isOwn) await raiseOwnMark(step, key, order, true);
  else if (!message.isGlobal) step.set(key, { peerReadUpTo: laterOrder(conversation.peerReadUpTo, order) });
}

async function deleteMessage(step: Step, id: string): Promise<void> {
  const { db } = step;
  await db.deletions.put({ id });
  await db.outbox.where('id').equals(id).delete();
  const message = await db.messages.get(id);
  if (message === undefined) return;
  await db.messages.delete(id);
  const conversation = await step.touch(message.conversation);
  const wasCounted = message.senderId !== db.owner.id && message.order <= conversation.counted.upTo;
  const isUnread = wasCounted && message.order > conversation.readUpTo;
  if (isUnread && !knowsAllAfter(conversation, conversation.readUpTo)) step.listIsStale = true;
  // The message that is the last one now may not be on this device.
  if (!knowsAllAfter(conversation, firstOrder)) step.listIsStale = true;
}

async function applyRead(step: Step, change: Extract<ChangeFrame, { type: 'messages_read' }>): Promise<void> {
  const upTo = orderOf(change.upTo);
  const ownerId = step.db.owner.id;
  if (change.readerId === ownerId) return raiseOwnMark(step, conversationKey(change.peerId), upTo, true);
  if (change.peerId !== ownerId) return;
  const key = conversationKey(change.readerId);
  const { peerReadUpTo } = await step.touch(key);
  step.set(key, { peerReadUpTo: laterOrder(peerReadUpTo, upTo) });
}

async function raiseOwnMark(step: Step, key: ConversationKey, upTo: string, told: boolean): Promise<void> {
  const conversation = await step.touch(key);
  const { readUpTo, toldUpTo, counted } = conversation;
  step.set(key, {
    readUpTo: laterOrder(readUpTo, upTo),
    ...(told ? { toldUpTo: laterOrder(toldUpTo, upTo) } : {}),
  });
  // Only the server knows how many of the counted messages lie after a mark in their middle.
  const isInTheMiddle = counted.unread > 0 && upTo > readUpTo && upTo < counted.upTo;
  if (isInTheMiddle && !knowsAllAfter(conversation, upTo)) step.listIsStale = true;
}

/** A page belongs to the unbroken part when it is the newest, or goes on exactly where that part ends. */
function extendedHistory(known: History | null, page: ThreadPage): History | null {
  const oldest = page.messages.at(-1);
  const from = page.older === null || oldest === undefined ? firstOrder : orderOf(oldest.position);
  const joins = page.before === null ? page.isUnbroken : known?.older === page.before;
  return joins && (known === null || from < known.from) ? { from, older: page.older } : known;
}
