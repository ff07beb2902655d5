import { type ConversationKey, isPending, type Order, positionOf, seqOf } from './keys.ts';

type Place = readonly [number, number];

interface Conversation {
  readonly key: ConversationKey;
  readonly lastMessage: { readonly order: Order; readonly senderId: number } | null;
  readonly readUpTo: Order;
  readonly toldUpTo: Order;
  readonly isBlocked?: true;
  readonly isRequest: boolean | null;
  readonly wish: object | null;
}

interface People<Member> {
  readonly member: Member | null;
  /** Of the last message. */
  readonly lastSender: Member | null;
}

/** Whether it has only messages from a stranger, not accepted; not while the owner has unsent ones in it. */
export function isShownRequest({
  isRequest,
  lastMessage,
}: Pick<Conversation, 'isRequest' | 'lastMessage'>): boolean {
  return isRequest === true && lastMessage !== null && !isPending(lastMessage.order);
}

/** The part of a conversation's row in the database that follows from the rest of the row and the members. */
export function listingOf<Member>(
  ownerId: number,
  conversation: Conversation,
  { member, lastSender }: People<Member>,
): People<Member> & { readonly place?: Place; readonly request?: Place; readonly untold?: 1 } {
  const { key, lastMessage, readUpTo, toldUpTo, isRequest, wish } = conversation;
  // Without a name only if it holds something that exists only here.
  const isListed =
    key !== 'global' && conversation.isBlocked !== true && (member !== null || isUnsent(lastMessage));
  const isShown = isShownRequest(conversation);
  // One whose messages the owner deleted is in neither list.
  const isAccepted = isRequest !== true || isUnsent(lastMessage);
  return {
    member,
    lastSender: lastMessage?.senderId === ownerId ? null : lastSender,
    ...(isListed && isAccepted ? { place: placeInList(lastMessage) } : {}),
    ...(isListed && isShown ? { request: placeInList(lastMessage) } : {}),
    ...(readUpTo > toldUpTo || wish !== null ? { untold: 1 } : {}),
  };
}

const isUnsent = (last: Conversation['lastMessage']): boolean => last !== null && isPending(last.order);

/** Unsent messages come first, and conversations without messages last. */
function placeInList(last: Conversation['lastMessage']): Place {
  if (last === null) return [2, 0];
  return isPending(last.order) ? [0, -seqOf(last.order)] : [1, -Number(positionOf(last.order))];
}
