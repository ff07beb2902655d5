import { conversationOf } from '../../../device/offline/conversations.ts';
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
} from '../../../device/offline/keys.ts';
import { headOf } from '../../../device/offline/outbox/queue.ts';

/** Messages that are read from the device at first, and more each time that the reader nears an end. */
export const stepSize = 60;
/** A page never holds more messages than this, however long the thread is; several screens high, all the same. */
export const windowMax = 180;
/** So many of the newest messages are known wherever the reader is. */
const latestCount = 3;

/** The part of a thread that is in the page: so many messages, the last of them at or before an order. */
export interface ThreadWindow {
  /** Null for the newest messages, those to come included. */
  readonly until: Order | null;
  readonly size: number;
}

/** Where every thread opens. */
export const newestWindow: ThreadWindow = { until: null, size: stepSize };

/** The window with a message in its middle; the newest one where the thread does not go back so far without a gap. */
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

/** A thread as it is on this device. */
export interface StoredThread {
  readonly conversation: StoredConversation;
  /** The window that was read. */
  readonly window: ThreadWindow;
  /** The messages in it, oldest first. */
  readonly messages: readonly StoredMessage[];
  /** The message before them; undefined when the device has none. */
  readonly before: StoredMessage | undefined;
  /** The message after them; undefined at the newest. */
  readonly after: StoredMessage | undefined;
  /** The newest few of the whole thread, oldest first. */
  readonly latest: readonly StoredMessage[];
  /** Those of `messages` that are on their way, after the one that they wait for; in the order in which they were sent. */
  readonly outbox: readonly OutboxRow[];
  /** The senders. */
  readonly members: ReadonlyMap<number, StoredMember>;
}

/** Reads a window of a thread from the device. */
export async function readThread(
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
  const senders = [...new Set([...messages, ...latest].map(({ senderId }) => senderId))];
  const members = (await db.members.bulkGet(senders)).filter((member) => member !== undefined);
  return {
    conversation,
    window,
    messages,
    before: newestFirst[window.size],
    after,
    latest,
    outbox: await onTheirWay(db, key, messages),
    members: new Map(members.map((member) => [member.id, member])),
  };
}

/** However much waits, only what is shown is read: it is read again at each step of each message. */
async function onTheirWay(
  db: MemberDatabase,
  key: ConversationKey,
  messages: readonly StoredMessage[],
): Promise<OutboxRow[]> {
  const pending = messages.filter(({ order }) => isPending(order)).map(({ id }) => id);
  if (pending.length === 0) return [];
  const head = await headOf(db, key);
  const shown = await db.outbox.where('id').anyOf(pending).sortBy('seq');
  return head === undefined || shown.some(({ id }) => id === head.id) ? shown : [head, ...shown];
}

/** The window a step further back: it grows until it is as large as can be, and then leaves the newest behind. */
export function olderWindow({ window, messages }: StoredThread): ThreadWindow {
  const size = window.size + stepSize;
  if (size <= windowMax) return { ...window, size };
  const last = messages.at(-1 - stepSize);
  return last === undefined ? window : { until: last.order, size: windowMax };
}

/** The window a step on, towards the newest messages. */
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
