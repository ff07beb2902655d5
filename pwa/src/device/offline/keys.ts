/** A conversation, which is also the lane of its outgoing messages. */
export type ConversationKey = 'global' | `member:${number}`;

/**
 * A message's place in its conversation as sortable text: the padded position, or `~` and the padded outbox number of
 * an unsent message, which sorts last.
 */
export type Order = string;

const digits = 19;

export const firstOrder: Order = '0'.repeat(digits);

export const lastOrder: Order = '~~';

/** Of a message that is not stored yet; after all that are. */
export const unsavedOrder: Order = lastOrder;

/** @param peerId null for the global chat */
export function conversationKey(peerId: number | null): ConversationKey {
  return peerId === null ? 'global' : `member:${peerId}`;
}

export function isConversationKey(value: unknown): value is ConversationKey {
  return typeof value === 'string' && /^(global|member:\d+)$/.test(value);
}

/** Null for the global chat. */
export function peerOf(key: ConversationKey): number | null {
  return key === 'global' ? null : Number(key.slice('member:'.length));
}

export function orderOf(position: string): Order {
  return position.padStart(digits, '0');
}

export function positionOf(order: Order): string {
  return order.replace(/^0+(?=\d)/, '');
}

export function pendingOrder(seq: number): Order {
  return `~${String(seq).padStart(digits, '0')}`;
}

/** The outbox number of an unsent message. */
export function seqOf(pending: Order): number {
  return Number(pending.slice(1));
}

export function isPending(order: Order): boolean {
  return order.startsWith('~');
}

export function laterOrder(a: Order, b: Order): Order {
  return a > b ? a : b;
}
