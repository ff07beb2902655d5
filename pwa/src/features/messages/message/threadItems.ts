import type { Words } from '../../../base/words/catalogue.ts';
import type { OutboxRow, StoredMessage, StoredVoice } from '../../../device/offline/database.ts';
import { isPending, type Order, unsavedOrder } from '../../../device/offline/keys.ts';
import { dayOf } from '../conversations/times.ts';

export type DeliveryState = keyof Words['messages']['delivery'];

export interface MessageItem {
  readonly kind: 'message';
  readonly id: string;
  readonly order: Order;
  readonly senderId: number;
  readonly content: string;
  readonly voice: StoredVoice | null;
  readonly createdAt: string;
  readonly isOwn: boolean;
  /** Start and end of a run of one sender's messages. */
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** Null for messages of others. */
  readonly delivery: DeliveryState | null;
  /** The server's reason for a refusal. */
  readonly reason: string | null;
}

type ThreadItem =
  | MessageItem
  | { readonly kind: 'day'; readonly id: string; readonly at: string }
  | { readonly kind: 'unread'; readonly id: string };

interface ThreadState {
  readonly ownerId: number;
  /** Oldest first. */
  readonly messages: readonly StoredMessage[];
  /** Neighbours of these messages; undefined at the ends of the thread. */
  readonly before: StoredMessage | undefined;
  readonly after: StoredMessage | undefined;
  readonly outbox: readonly OutboxRow[];
  /** Null in the global chat, which has no read receipts. */
  readonly peerReadUpTo: Order | null;
  /** How far the owner had read; null for no unread line. */
  readonly openedAt: Order | null;
}

/** A longer pause ends a run of messages. */
const runMs = 5 * 60_000;

export function threadItems(state: ThreadState): ThreadItem[] {
  const { messages, ownerId, openedAt, before, after } = state;
  const pending = pendingStates(state.outbox);
  const items: ThreadItem[] = [];
  let hasLine = openedAt === null || (before !== undefined && isNews(before, ownerId, openedAt));
  messages.forEach((message, i) => {
    const previous = messages[i - 1] ?? before;
    const next = messages[i + 1] ?? after;
    const isOwn = message.senderId === ownerId;
    const isNewDay = previous === undefined || dayOf(previous.createdAt) !== dayOf(message.createdAt);
    if (isNewDay) items.push({ kind: 'day', id: `day-${message.id}`, at: message.createdAt });
    const beginsUnread = !hasLine && openedAt !== null && isNews(message, ownerId, openedAt);
    if (beginsUnread) {
      hasLine = true;
      items.push({ kind: 'unread', id: 'unread' });
    }
    const { id, order, senderId, content, voice, createdAt } = message;
    items.push({
      ...{ kind: 'message', id, order, senderId, content, voice, createdAt, isOwn },
      isFirst: beginsUnread || previous === undefined || !isOneRun(previous, message),
      isLast: next === undefined || !isOneRun(message, next),
      ...(isOwn ? deliveryOf(message, pending, state.peerReadUpTo) : { delivery: null, reason: null }),
    });
  });
  return items;
}

const isNews = ({ senderId, order }: StoredMessage, ownerId: number, openedAt: Order): boolean =>
  senderId !== ownerId && order > openedAt;

function isOneRun(a: StoredMessage, b: StoredMessage): boolean {
  const pause = Date.parse(b.createdAt) - Date.parse(a.createdAt);
  return a.senderId === b.senderId && pause < runMs && dayOf(a.createdAt) === dayOf(b.createdAt);
}

type Pending = Pick<MessageItem, 'delivery' | 'reason'>;

function deliveryOf(
  message: StoredMessage,
  pending: ReadonlyMap<string, Pending>,
  peerReadUpTo: Order | null,
): Pending {
  if (message.order === unsavedOrder) return { delivery: 'saving', reason: null };
  if (isPending(message.order)) return pending.get(message.id) ?? { delivery: 'sending', reason: null };
  const isSeen = peerReadUpTo !== null && message.order <= peerReadUpTo;
  return { delivery: isSeen ? 'seen' : 'sent', reason: null };
}

/** A message behind a waiting one waits for the same reason. */
function pendingStates(outbox: readonly OutboxRow[]): ReadonlyMap<string, Pending> {
  const states = new Map<string, Pending>();
  let held: DeliveryState | null = null;
  for (const { id, delivery } of outbox) {
    switch (delivery.state) {
      case 'failed':
        states.set(id, { delivery: 'failed', reason: delivery.detail });
        break;
      case 'waiting':
        held ??= delivery.waitingFor === 'sign-in' ? 'signIn' : delivery.waitingFor;
        states.set(id, { delivery: held, reason: null });
        break;
      default:
        states.set(id, { delivery: held ?? delivery.state, reason: null });
    }
  }
  return states;
}
