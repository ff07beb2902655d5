import { blockedIds } from '../../../device/offline/blocks.ts';
import { conversationOf, unknownConversation } from '../../../device/offline/conversations.ts';
import type {
  MemberDatabase,
  OutboxRow,
  StoredConversation,
  StoredMember,
  StoredMessage,
} from '../../../device/offline/database.ts';
import {
  type ConversationKey,
  firstOrder,
  isPending,
  lastOrder,
  type Order,
  peerOf,
  seqOf,
} from '../../../device/offline/keys.ts';
import { headOf } from '../../../device/offline/outbox/claims.ts';

/** Messages read at first, a screenful, so that the thread appears early. */
const firstSize = 16;
/** Messages read with each step towards an end. */
export const stepSize = 60;
/** Limit of messages in the page; still several screens. */
export const windowMax = 180;
/** Newest messages that are read wherever the reader is. */
const latestCount = 3;

/** The `size` messages up to and including `until`. */
export interface ThreadWindow {
  /** Null for the newest messages, including future ones. */
  readonly until: Order | null;
  readonly size: number;
}

export const newestWindow: ThreadWindow = { until: null, size: firstSize };

/** Centers a message; returns the newest window if there is a gap before it. */
export async function windowAround(
  db: MemberDatabase,
  key: ConversationKey,
  order: Order,
): Promise<ThreadWindow> {
  const { history } = await conversationOf(db, key);
  if (history !== null && order < history.from) return newestWindow;
  const after = await messagesAfter(db, key, order, stepSize / 2 + 1);
  const last = after[stepSize / 2 - 1];
  const isNearEnd = last === undefined || after.length <= stepSize / 2;
  return { until: isNearEnd ? null : last.order, size: stepSize };
}

export interface StoredThread {
  readonly conversation: StoredConversation;
  readonly window: ThreadWindow;
  /** Oldest first. */
  readonly messages: readonly StoredMessage[];
  /** Undefined when the device has none. */
  readonly before: StoredMessage | undefined;
  /** Undefined at the newest. */
  readonly after: StoredMessage | undefined;
  /** The newest few of the whole thread, oldest first. */
  readonly latest: readonly StoredMessage[];
  /** The unsent ones of `messages` in sending order, after the one they wait for. */
  readonly outbox: readonly OutboxRow[];
  readonly members: ReadonlyMap<number, StoredMember>;
  /** Blocked members. */
  readonly blocked: ReadonlySet<number>;
}

/** In one transaction. */
export function readThread(
  db: MemberDatabase,
  key: ConversationKey,
  window: ThreadWindow,
): Promise<StoredThread> {
  const tables = [db.conversations, db.messages, db.members, db.outbox, db.blocks];
  return db.transaction('r', tables, async () => readAll(db, key, window));
}

async function readAll(
  db: MemberDatabase,
  key: ConversationKey,
  window: ThreadWindow,
): Promise<StoredThread> {
  const conversation = await conversationOf(db, key);
  const from = conversation.history?.from ?? firstOrder;
  const upTo = (order: Order, count: number) =>
    db.messages
      .where('[conversation+order]')
      .between([key, from], [key, order], true, true)
      .reverse()
      .limit(count)
      .toArray();
  const newestFirst = await upTo(window.until ?? lastOrder, window.size + 1);
  const messages = newestFirst.slice(0, window.size).reverse();
  const after = window.until === null ? undefined : (await messagesAfter(db, key, window.until, 1))[0];
  const latest =
    after === undefined ? messages.slice(-latestCount) : (await upTo(lastOrder, latestCount)).reverse();
  const senders = new Set([...messages, ...latest].map(({ senderId }) => senderId));
  // Beside a member, the owner's name is not shown.
  if (key !== 'global') senders.delete(db.owner.id);
  const members = (await db.members.bulkGet([...senders])).filter((member) => member !== undefined);
  return {
    conversation,
    window,
    messages,
    before: newestFirst[window.size],
    after,
    latest,
    outbox: await unsentRows(db, key, messages),
    members: new Map(members.map((member) => [member.id, member])),
    blocked: key === 'global' ? await blockedIds(db) : blockedIn(conversation),
  };
}

const blockedIn = ({ key, isBlocked }: StoredConversation): ReadonlySet<number> =>
  new Set(isBlocked === true ? [peerOf(key) ?? 0] : []);

/** A thread that is still being read: only what is being stored, or undefined. */
export function unreadThread(
  key: ConversationKey,
  unsaved: readonly StoredMessage[],
): StoredThread | undefined {
  const messages = unsaved.filter(({ conversation }) => conversation === key);
  if (messages.length === 0) return undefined;
  return {
    ...{
      conversation: unknownConversation(key),
      window: newestWindow,
      messages,
      outbox: [],
      members: new Map(),
      blocked: new Set<number>(),
    },
    ...{ before: undefined, after: undefined, latest: [] },
  };
}

/** The newest messages, followed by those that are being stored. */
export function withUnsaved(thread: StoredThread, unsaved: readonly StoredMessage[]): StoredThread {
  if (thread.window.until !== null) return thread;
  const isNew = ({ id, conversation }: StoredMessage) =>
    conversation === thread.conversation.key && !thread.messages.some((message) => message.id === id);
  const added = unsaved.filter(isNew);
  return added.length === 0 ? thread : { ...thread, messages: [...thread.messages, ...added] };
}

/** Whether all that the device has is the list's last message. Unsent ones are never alone in this sense. */
export function hasOnlyLast({ conversation, messages }: StoredThread): boolean {
  const [last, ...others] = messages;
  return conversation.history === null && last !== undefined && !isPending(last.order) && others.length === 0;
}

/** Only rows of shown messages: this runs again with each step of each message. */
async function unsentRows(
  db: MemberDatabase,
  key: ConversationKey,
  messages: readonly StoredMessage[],
): Promise<OutboxRow[]> {
  const pending = messages.filter(({ order }) => isPending(order)).map(({ order }) => seqOf(order));
  const [first, last] = [pending[0], pending.at(-1)];
  if (first === undefined || last === undefined) return [];
  const head = await headOf(db, key);
  const rows = await db.outbox.where('[lane+seq]').between([key, first], [key, last], true, true).toArray();
  const shown = rows.filter(({ seq }) => pending.includes(seq));
  return head === undefined || shown.some(({ id }) => id === head.id) ? shown : [head, ...shown];
}

/** Grows to its maximum, then drops the newest messages. */
export function olderWindow({ window, messages }: StoredThread): ThreadWindow {
  const size = window.size + stepSize;
  if (size <= windowMax) return { ...window, size };
  const last = messages.at(-1 - stepSize);
  return last === undefined ? window : { until: last.order, size: windowMax };
}

export async function newerWindow(
  db: MemberDatabase,
  { conversation, window }: StoredThread,
): Promise<ThreadWindow> {
  if (window.until === null) return window;
  const next = await messagesAfter(db, conversation.key, window.until, stepSize + 1);
  const last = next[stepSize - 1];
  const isAtEnd = last === undefined || next.length <= stepSize;
  return { until: isAtEnd ? null : last.order, size: windowMax };
}

function messagesAfter(
  db: MemberDatabase,
  key: ConversationKey,
  order: Order,
  count: number,
): Promise<StoredMessage[]> {
  return db.messages
    .where('[conversation+order]')
    .between([key, order], [key, lastOrder], false, true)
    .limit(count)
    .toArray();
}
