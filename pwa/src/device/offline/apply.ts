import type { ChangeFrame, Conversation, Message, ToldMessage, UnreadCount } from '@pmcw/contracts';
import { reportContact } from './blocks.ts';
import type { History, MemberDatabase } from './database.ts';
import { removeDeletedMember, withoutDeletedMembers } from './deletedMembers.ts';
import { applyChange, applyMessage, deleteMessage, noteRequest, raiseOwnMark } from './effects.ts';
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
import { applySettings } from './ownSettings.ts';
import { isStillIn, moveCursor, noteStaleList, Step } from './step.ts';
import { peopleOf, peopleOfMessage, readsOf, readsOfMessages } from './subjects.ts';

/**
 * Applies everything that the server reports. Frames and answers may come in any order, repeatedly and mixed: the same
 * set always results in the same state. Only removals that were undone must finally come in the order of the log, which
 * every connection repeats from the cursor on. Any proof that the server has an own message removes it from the outbox
 * in the same transaction. Late data about deleted members is ignored.
 */

export interface Applied {
  /** The list must be fetched again: a conversation's member or count is unknown. */
  readonly listIsStale: boolean;
  /** Nothing was stored, since the device has entered another log. */
  readonly isIgnored?: true;
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
  return withoutDeletedMembers(db, changes.flatMap(peopleOf), async (isGone): Promise<Applied> => {
    let listIsStale = false;
    if (!(await isStillIn(db, incarnation))) return { listIsStale, isIgnored: true };
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
      if (change.type !== 'member_deleted' && change.type !== 'contact_changed') {
        pending.push(change);
        continue;
      }
      noteStale(await applyWithoutDeletions(db, pending));
      pending = [];
      if (change.type === 'contact_changed') {
        await reportContact(db, change);
        // The list had no conversation of a blocked member.
        if (!change.isBlocked) {
          await noteStaleList(db);
          listIsStale = true;
        }
      } else {
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
    const { messageIds, conversations } = readsOfMessages(rest, db.owner.id);
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
    listed.flatMap(({ lastMessage }) => lastMessage ?? []),
    db.owner.id,
  );
  const conversations = listed.map(({ userId }) => conversationKey(userId));
  return Step.run(db, { messageIds, conversations, incarnation }, (step) => {
    for (const { userId: id, username, fullName, avatarUrl, ...conversation } of listed) {
      const { lastMessage, unreadCount: unread, readUpTo, isRequest, settings } = conversation;
      step.remember({ id, username, fullName, avatarUrl });
      if (lastMessage !== null) applyMessage(step, lastMessage);
      const key = conversationKey(id);
      const upTo = lastMessage === null ? firstOrder : orderOf(lastMessage.position);
      const peerReadUpTo = laterOrder(step.read(key).peerReadUpTo, orderOf(readUpTo));
      step.set(key, { peerReadUpTo, counted: { unread, upTo } });
      noteRequest(step, key, isRequest === true);
      if (settings !== undefined) applySettings(step, key, settings);
    }
  });
}

/**
 * @param upTo the position up to which the messages are counted
 * @param incarnation see `applyConversations`
 */
export function applyGlobalCount(
  db: MemberDatabase,
  { count: unread, settings }: UnreadCount,
  upTo: string,
  incarnation?: string,
): Promise<Applied> {
  const reads = { messageIds: [], conversations: ['global'] as const, incarnation };
  return Step.run(db, reads, (step) => {
    step.set('global', { counted: { unread, upTo: orderOf(upTo) } });
    if (settings !== undefined) applySettings(step, 'global', settings);
  });
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

/** A page extends the unbroken part if it is the newest or continues exactly at its end. */
function extendedHistory(known: History | null, page: ThreadPage): History | null {
  const oldest = page.messages.at(-1);
  const from = page.older === null || oldest === undefined ? firstOrder : orderOf(oldest.position);
  const joins = page.before === null ? page.isUnbroken : known?.older === page.before;
  return joins && (known === null || from < known.from) ? { from, older: page.older } : known;
}
