import type { MemberCard } from '../accounts/queries.ts';
import { globalReceiverId, type Message } from '../messages/queries.ts';
import type { MessageEvent, UserEvent } from './registry.ts';

/** The part of a recorded `MessageSent` that its view is made of. */
export interface RecordedMessageSent {
  readonly data: Extract<MessageEvent, { type: 'MessageSent' }>['data'];
  readonly metadata: { readonly time: string };
  readonly position: bigint;
}

/** A message just as it was sent: unread, with its sender's card. The one place where the event becomes the view. */
export function messageView(event: RecordedMessageSent, sender: MemberCard): Message {
  const { messageId, senderId, receiverId, content } = event.data;
  return {
    id: messageId,
    senderId,
    receiverId: receiverId ?? globalReceiverId,
    content,
    messageType: 'text',
    voiceUrl: null,
    isGlobal: receiverId === null,
    isRead: false,
    createdAt: event.metadata.time,
    position: String(event.position),
    sender,
  };
}

/** Folds a member's card from the events of the `user-{id}` stream; null before registration. */
export function memberCardAfter(card: MemberCard | null, event: UserEvent): MemberCard | null {
  switch (event.type) {
    case 'UserRegistered':
      return { username: event.data.username, fullName: event.data.fullName, avatarUrl: null };
    case 'ProfileEdited':
      return card && { ...card, fullName: event.data.fullName };
    default:
      return card;
  }
}
