/** The global chat, or the conversation with one member; also the lane of its outgoing messages. */
export type ConversationKey = 'global' | `member:${number}`;

/**
 * Where a message stands in its conversation, as text that sorts: the padded position of a message that the
 * server has, or `~` and the padded number in the outbox of one that waits, so that those come last.
 */
export type Order = string;

const digits = 19;

/** Before every message. */
export const firstOrder: Order = '0'.repeat(digits);

/** After every message, waiting ones too. */
export const lastOrder: Order = '~~';

/** Key of the conversation with a member; the global chat when null. */
export function conversationKey(peerId: number | null): ConversationKey {
  return peerId === null ? 'global' : `member:${peerId}`;
}

/** Whether a value that came out of an index is a conversation's key. */
export function isConversationKey(value: unknown): value is ConversationKey {
  return typeof value === 'string' && /^(global|member:\d+)$/.test(value);
}

/** The other member of a conversation; null for the global chat. */
export function peerOf(key: ConversationKey): number | null {
  return key === 'global' ? null : Number(key.slice('member:'.length));
}

/** A position of the log as a sortable order. */
export function orderOf(position: string): Order {
  return position.padStart(digits, '0');
}

/** The position of the log that an order was made of. */
export function positionOf(order: Order): string {
  return order.replace(/^0+(?=\d)/, '');
}

/** The order of a message that still waits in the outbox. */
export function pendingOrder(seq: number): Order {
  return `~${String(seq).padStart(digits, '0')}`;
}

/** Whether the message is still on its way to the server. */
export function isPending(order: Order): boolean {
  return order.startsWith('~');
}

/** The later of two orders. */
export function laterOrder(a: Order, b: Order): Order {
  return a > b ? a : b;
}
