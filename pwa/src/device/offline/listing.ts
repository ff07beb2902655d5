import type { Listing, StoredConversation } from './database.ts';
import { isPending, positionOf, seqOf } from './keys.ts';

/** The part of a conversation's row that follows from the rest of the row and the members. */
export function listingOf(
  ownerId: number,
  { lastMessage, readUpTo, toldUpTo }: Pick<StoredConversation, 'lastMessage' | 'readUpTo' | 'toldUpTo'>,
  { member, lastSender }: Pick<Listing, 'member' | 'lastSender'>,
): Pick<Listing, 'member' | 'lastSender' | 'place' | 'untold'> {
  return {
    member,
    lastSender: lastMessage?.senderId === ownerId ? null : lastSender,
    ...(member === null ? {} : { place: placeOf(lastMessage) }),
    ...(readUpTo > toldUpTo ? { untold: 1 } : {}),
  };
}

/** Unsent messages come first, and conversations without messages last. */
function placeOf(last: StoredConversation['lastMessage']): NonNullable<Listing['place']> {
  if (last === null) return [2, 0];
  return isPending(last.order) ? [0, -seqOf(last.order)] : [1, -Number(positionOf(last.order))];
}
