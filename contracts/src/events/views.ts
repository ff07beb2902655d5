import type { MemberCard } from '../accounts/queries.ts';
import { mediaUrl } from '../media/media.ts';
import { globalReceiverId, type Message } from '../messages/queries.ts';
import { texts } from '../shared/texts.ts';
import type { UserState } from '../states/member.ts';
import { balanced } from '../text/direction.ts';
import { shownName } from '../text/written.ts';
import type { MessageEvent, ProductEvent, UserEvent } from './registry.ts';

export interface RecordedMessageSent {
  readonly data: Extract<MessageEvent, { type: 'MessageSent' }>['data'];
  readonly metadata: { readonly time: string };
  readonly position: bigint;
}

export function messageView<Sender extends MemberCard | null>(
  event: RecordedMessageSent,
  sender: Sender,
): Omit<Message, 'sender'> & { readonly sender: Sender } {
  const { messageId, senderId, receiverId, content, messageType, voiceHash, voiceSeconds } = event.data;
  return {
    id: messageId,
    senderId,
    receiverId: receiverId ?? globalReceiverId,
    content: balanced(content),
    messageType,
    voiceUrl: mediaUrl(voiceHash),
    voiceSeconds,
    isGlobal: receiverId === null,
    isRead: false,
    createdAt: event.metadata.time,
    position: String(event.position),
    sender,
  };
}

/** Null before registration and after deletion. */
export function memberCardAfter(card: MemberCard | null, event: UserEvent): MemberCard | null {
  switch (event.type) {
    case 'UserRegistered':
      return {
        username: event.data.username,
        fullName: shownName(event.data.fullName, event.data.username),
        avatarUrl: null,
      };
    case 'ProfileEdited':
      return card && { ...card, fullName: shownName(event.data.fullName, card.username) };
    case 'AvatarChanged':
      return card && { ...card, avatarUrl: mediaUrl(event.data.mediaHash) };
    case 'UserDeleted':
      return null;
    default:
      return card;
  }
}

/** Null before registration and after deletion. */
export function memberCardOf(state: UserState): MemberCard | null {
  if (state.status !== 'registered') return null;
  const { username, fullName, avatarHash } = state;
  return { username, fullName, avatarUrl: mediaUrl(avatarHash) };
}

/** Types of events that make a notice for their member. */
export const noticeTypes = ['UserVerified', 'VerificationRejected'] as const;
export type NoticeEvent = Extract<ProductEvent, { type: (typeof noticeTypes)[number] }>;

/** Its id is the event's. */
export function noticeText(event: NoticeEvent): { readonly title: string; readonly message: string } {
  return event.type === 'UserVerified'
    ? texts.notices.verified
    : { ...texts.notices.rejected, message: event.data.reason };
}
