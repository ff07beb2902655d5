import type { ChangeFrame, ToldMessage } from '@pmcw/contracts';
import { type ConversationKey, conversationKey } from './keys.ts';
import type { Reads } from './step.ts';

/** The rows and members that changes and messages are about. */

export function readsOf(
  change: ChangeFrame,
  ownerId: number,
): { readonly messageId?: string; readonly conversation?: ConversationKey } {
  switch (change.type) {
    case 'new_message':
    case 'new_global_message':
    case 'message_restored':
      return { messageId: change.message.id, conversation: keyOf(change.message, ownerId) };
    case 'message_deleted':
      return { messageId: change.id };
    case 'messages_read':
      return { conversation: conversationKey(change.readerId === ownerId ? change.peerId : change.readerId) };
    case 'conversation_changed':
      return { conversation: conversationKey(change.peerId) };
    case 'contact_changed':
    case 'member_deleted':
      return {};
    default:
      return change satisfies never;
  }
}

export function readsOfMessages(messages: readonly ToldMessage[], ownerId: number): Reads {
  const conversations = new Set(messages.map((message) => keyOf(message, ownerId)));
  return { messageIds: messages.map(({ id }) => id), conversations: [...conversations] };
}

export function keyOf({ isGlobal, senderId, receiverId }: ToldMessage, ownerId: number): ConversationKey {
  return conversationKey(isGlobal ? null : senderId === ownerId ? receiverId : senderId);
}

export const peopleOfMessage = ({ senderId, receiverId, isGlobal }: ToldMessage): readonly number[] =>
  isGlobal ? [senderId] : [senderId, receiverId];

/** Empty for the deletion of a member. */
export function peopleOf(change: ChangeFrame): readonly number[] {
  switch (change.type) {
    case 'new_message':
    case 'new_global_message':
    case 'message_restored':
      return peopleOfMessage(change.message);
    case 'messages_read':
      return change.peerId === null ? [change.readerId] : [change.readerId, change.peerId];
    case 'contact_changed':
      return [change.memberId];
    case 'conversation_changed':
      return change.peerId === null ? [] : [change.peerId];
    default:
      return [];
  }
}
