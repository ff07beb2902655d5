import {
  type ChangeFrame,
  type Conversation,
  type Message,
  positionHeaders,
  type ToldMessage,
} from '@pmcw/contracts';
import { knowsAllAfter } from './conversations.ts';
import type { History, MemberDatabase, StoredVoice } from './database.ts';
import { removeDeletedMember, withoutDeletedMembers } from './deletedMembers.ts';
import {
  type ConversationKey,
  conversationKey,
  firstOrder,
  laterOrder,
  type Order,
  orderOf,
  peerOf,
} from './keys.ts';
import { cancelMessage } from './outbox/cancelling.ts';
import { isStillIn, moveCursor, type Reads, Step } from './step.ts';

/**
 * Applies everything that the server reports. Frames and answers may come in any order, repeatedly and mixed: the same
 * set always results in the same state. Any proof that the server has an own message removes it from the outbox in the
 * same transaction. Late data about deleted members is ignored.
 */

export interface Applied {
  /** The list must be fetched again: a conversation's member or count is unknown. */
  readonly listIsStale: boolean;
}

/** Newest first. */
export interface ThreadPage {
  readonly messages: readonly Message[];
  /** Cursor of older messages; null at the start of the thread. */
  readonly older: string | null;
  /** Whether the page has everything up to the cursor (which was known and reached). */
  readonly isUnbroken: boolean;
  /** The page that this one continues; null for the newest. */
  readonly before: string | null;
  /** Of the cursor at which it was fetched. */
  readonly incarnation?: string | undefined;
}

/** An acknowledged message, as the change that is pushed to other devices. */
export function changeOf(message: ToldMessage): ChangeFrame {
  const type = message.isGlobal ? 'new_global_message' : 'new_message';
  return { type, message, position: message.position };
}

/**
 * Applies pushed frames or a page of changes, oldest first.
 * @param reached the position up to which everything is then known; null leaves the cursor alone
 * @param incarnation see `Writer.apply`
 */
export async function applyChanges(
  db: MemberDatabase,
  changes: readonly ChangeFrame[],
  reached: string | null,
  incarnation?: string,
): Promise<Applied> {
  const applied = await applyInOrder(db, changes, reached, incarnation);
  // In another database; if it is not writable, it stores nothing about them.
  for (const change of changes) {
    if (change.type === 'member_deleted') await dropKept(db, change.userId).catch(() => undefined);
  }
  return applied;
}

/** Loaded when needed: visitors need `answers.ts` without this module and Dexie. */
async function dropKept({ owner }: MemberDatabase, userId: number): Promise<void> {
  const { dropMember } = await import('./kept/answers.ts');
  await dropMember(owner, userId);
}

function applyInOrder(
  db: MemberDatabase,
  changes: readonly ChangeFrame[],
  reached: string | null,
  incarnation: string | undefined,
): Promise<Applied> {
  return withoutDeletedMembers(db, changes.flatMap(peopleOf), async (isGone) => {
    let listIsStale = false;
    if (!(await isStillIn(db, incarnation))) return { listIsStale };
    const noteStale = (applied: Applied) => {
      listIsStale ||= applied.listIsStale;
    };
    let pending: ChangeFrame[] = [];
    const gone = new Set<number>();
    for (const change of changes) {
      if (peopleOf(change).some((id) => isGone(id) || gone.has(id))) {
        // The server deleted it together with the member.
        if ('message' in change && change.message.senderId === db.owner.id)
          await cancelMessage(db, change.message.id);
        continue;
      }
      if (change.type !== 'member_deleted') pending.push(change);
      else {
        noteStale(await applyWithoutDeletions(db, pending));
        pending = [];
        gone.add(change.userId);
        noteStale(await removeDeletedMember(db, change.userId));
      }
    }
    noteStale(await applyWithoutDeletions(db, pending));
    if (reached !== null) await moveCursor(db, reached);
    return { listIsStale };
  });
}

/** Applies changes, oldest first, without deletions of members. */
function applyWithoutDeletions(db: MemberDatabase, changes: readonly ChangeFrame[]): Promise<Applied> {
  const reads = changes.map((change) => readsOf(change, db.owner.id));
  const messageIds = reads.flatMap(({ messageId }) => messageId ?? []);
  const conversations = reads.flatMap(({ conversation }) => conversation ?? []);
  const apply = (step: Step) => {
    for (const change of changes) applyChange(step, change);
  };
  return Step.run(db, { messageIds, conversations }, apply);
}

/** Applies a page of a thread, and extends the unbroken part if the page continues it. */
export function applyThreadPage(
  db: MemberDatabase,
  key: ConversationKey,
  page: ThreadPage,
): Promise<Applied> {
  const peer = peerOf(key) ?? [];
  return withoutDeletedMembers(db, [peer, ...page.messages.map(peopleOfMessage)].flat(), async (isGone) => {
    if ([peer].flat().some(isGone)) return { listIsStale: false };
    const rest = page.messages.filter((message) => !peopleOfMessage(message).some(isGone));
    const { messageIds, conversations } = readsOfMessages(db, rest);
    const reads = { messageIds, conversations: [key, ...conversations], incarnation: page.incarnation };
    return Step.run(db, reads, (step) => {
      step.set(key, { history: extendedHistory(step.read(key).history, page) });
      for (const message of rest) applyMessage(step, message);
    });
  });
}

/** Rows of the list in a transaction, so that a message typed during a long list waits for few of them. */
const listedAtOnce = 50;

/**
 * Each count covers the messages up to the conversation's last one.
 * @param incarnation of the cursor at which it was fetched; ignored if the log was restored since
 */
export async function applyConversations(
  db: MemberDatabase,
  listed: readonly Conversation[],
  incarnation?: string,
): Promise<void> {
  for (let first = 0; first < listed.length; first += listedAtOnce) {
    const some = listed.slice(first, first + listedAtOnce);
    const people = some.map(({ userId }) => userId);
    await withoutDeletedMembers(db, people, (isGone) =>
      applyListed(
        db,
        some.filter(({ userId }) => !isGone(userId)),
        incarnation,
      ),
    );
  }
}

function applyListed(
  db: MemberDatabase,
  listed: readonly Conversation[],
  incarnation: string | undefined,
): Promise<Applied> {
  const { messageIds } = readsOfMessages(
    db,
    listed.flatMap(({ lastMessage }) => lastMessage ?? []),
  );
  const conversations = listed.map(({ userId }) => conversationKey(userId));
  return Step.run(db, { messageIds, conversations, incarnation }, (step) => {
    for (const { userId: id, username, fullName, avatarUrl, ...conversation } of listed) {
      const { lastMessage, unreadCount: unread, readUpTo } = conversation;
      step.remember({ id, username, fullName, avatarUrl });
      if (lastMessage !== null) applyMessage(step, lastMessage);
      const key = conversationKey(id);
      const upTo = lastMessage === null ? firstOrder : orderOf(lastMessage.position);
      const peerReadUpTo = laterOrder(step.read(key).peerReadUpTo, orderOf(readUpTo));
      step.set(key, { peerReadUpTo, counted: { unread, upTo } });
    }
  });
}

/**
 * @param upTo the position up to which `unread` counts
 * @param incarnation see `applyConversations`
 */
export function applyGlobalCount(
  db: MemberDatabase,
  unread: number,
  upTo: string,
  incarnation?: string,
): Promise<Applied> {
  const reads = { messageIds: [], conversations: ['global'] as const, incarnation };
  return Step.run(db, reads, (step) => step.set('global', { counted: { unread, upTo: orderOf(upTo) } }));
}

/** Marks a conversation as read, and the mark as known to the server if that confirmed it. */
export function applyOwnRead(
  db: MemberDatabase,
  key: ConversationKey,
  upTo: Order,
  isConfirmed: boolean,
): Promise<Applied> {
  return Step.run(db, { messageIds: [], conversations: [key] }, (step) =>
    raiseOwnMark(step, key, upTo, isConfirmed),
  );
}

export function applyDeletion(db: MemberDatabase, id: string): Promise<Applied> {
  return Step.run(db, { messageIds: [id], conversations: [] }, (step) => deleteMessage(step, id));
}

function readsOf(
  change: ChangeFrame,
  ownerId: number,
): { readonly messageId?: string; readonly conversation?: ConversationKey } {
  switch (change.type) {
    case 'new_message':
    case 'new_global_message':
      return { messageId: change.message.id, conversation: keyOf(change.message, ownerId) };
    case 'message_deleted':
      return { messageId: change.id };
    case 'messages_read':
      return { conversation: conversationKey(change.readerId === ownerId ? change.peerId : change.readerId) };
    case 'member_deleted':
      return {};
    default:
      return change satisfies never;
  }
}

function readsOfMessages(db: MemberDatabase, messages: readonly ToldMessage[]): Reads {
  const conversations = new Set(messages.map((message) => keyOf(message, db.owner.id)));
  return { messageIds: messages.map(({ id }) => id), conversations: [...conversations] };
}

function keyOf({ isGlobal, senderId, receiverId }: ToldMessage, ownerId: number): ConversationKey {
  return conversationKey(isGlobal ? null : senderId === ownerId ? receiverId : senderId);
}

function applyChange(step: Step, change: ChangeFrame): void {
  switch (change.type) {
    case 'new_message':
    case 'new_global_message':
      applyMessage(step, change.message);
      break;
    case 'message_deleted':
      deleteMessage(step, change.id);
      break;
    case 'messages_read':
      applyRead(step, change);
      break;
    case 'member_deleted':
      // Handled by `removeDeletedMember` before the other changes.
      break;
    default:
      change satisfies never;
  }
}

const peopleOfMessage = ({ senderId, receiverId, isGlobal }: ToldMessage): readonly number[] =>
  isGlobal ? [senderId] : [senderId, receiverId];

/** Empty for the deletion of a member. */
function peopleOf(change: ChangeFrame): readonly number[] {
  switch (change.type) {
    case 'new_message':
    case 'new_global_message':
      return peopleOfMessage(change.message);
    case 'messages_read':
      return change.peerId === null ? [change.readerId] : [change.readerId, change.peerId];
    default:
      return [];
  }
}

function applyMessage(step: Step, message: ToldMessage): void {
  const { id, senderId, content, createdAt, sender } = message;
  const isOwn = senderId === step.ownerId;
  if (sender !== null) step.remember({ id: senderId, ...sender });
  const key = keyOf(message, step.ownerId);
  const order = orderOf(message.position);
  const voice = message.messageType === 'voice' ? voiceOf(message) : null;
  step.put({ id, conversation: key, order, senderId, content, voice, createdAt });
  // `isRead` is the receiver's mark; in the global chat it is the owner's own.
  if (!message.isRead) return;
  if (!isOwn) raiseOwnMark(step, key, order, true);
  else if (!message.isGlobal) raisePeerMark(step, key, order);
}

/** The URL makes the server wait until its read model has the message, which may arrive here first. */
function voiceOf({ voiceUrl, voiceSeconds: seconds, position }: ToldMessage): StoredVoice {
  const url = voiceUrl === null ? null : `${voiceUrl}?${positionHeaders.minPositionParam}=${position}`;
  return { url, seconds, peaks: null };
}

function deleteMessage(step: Step, id: string): void {
  const message = step.delete(id);
  if (message === null) return;
  const conversation = step.read(message.conversation);
  const wasCounted = message.senderId !== step.ownerId && message.order <= conversation.counted.upTo;
  const isUnread = wasCounted && message.order > conversation.readUpTo;
  if (isUnread && !knowsAllAfter(conversation, conversation.readUpTo)) step.listIsStale = true;
  // The new last message may not be on this device.
  if (!knowsAllAfter(conversation, firstOrder)) step.listIsStale = true;
}

function applyRead(step: Step, change: Extract<ChangeFrame, { type: 'messages_read' }>): void {
  const upTo = orderOf(change.upTo);
  const { ownerId } = step;
  if (change.readerId === ownerId) {
    raiseOwnMark(step, conversationKey(change.peerId), upTo, true);
  } else if (change.peerId === ownerId) {
    raisePeerMark(step, conversationKey(change.readerId), upTo);
  }
}

function raisePeerMark(step: Step, key: ConversationKey, upTo: Order): void {
  step.set(key, { peerReadUpTo: laterOrder(step.read(key).peerReadUpTo, upTo) });
}

function raiseOwnMark(step: Step, key: ConversationKey, upTo: Order, isConfirmed: boolean): void {
  const conversation = step.read(key);
  const { readUpTo, toldUpTo, counted } = conversation;
  step.set(key, {
    readUpTo: laterOrder(readUpTo, upTo),
    ...(isConfirmed ? { toldUpTo: laterOrder(toldUpTo, upTo) } : {}),
  });
  // Only the server knows how many counted messages come after a mark in their middle.
  const isInTheMiddle = counted.unread > 0 && upTo > readUpTo && upTo < counted.upTo;
  if (isInTheMiddle && !knowsAllAfter(conversation, upTo)) step.listIsStale = true;
}

/** A page extends the unbroken part if it is the newest or continues exactly at its end. */
function extendedHistory(known: History | null, page: ThreadPage): History | null {
  const oldest = page.messages.at(-1);
  const from = page.older === null || oldest === undefined ? firstOrder : orderOf(oldest.position);
  const joins = page.before === null ? page.isUnbroken : known?.older === page.before;
  return joins && (known === null || from < known.from) ? { from, older: page.older } : known;
}
