import type { MemberCard } from '../accounts/queries.ts';
import { mediaUrl } from '../media/media.ts';
import { globalReceiverId, type Message } from '../messages/queries.ts';
import { texts } from '../shared/texts.ts';
import { type Cases, foldOf } from '../states/fold.ts';
import type { UserState } from '../states/member.ts';
import { balanced } from '../text/direction.ts';
import { shownName } from '../text/written.ts';
import type { EventOfType, EventType, MessageEvent, ProductEvent } from './registry.ts';

export interface RecordedMessageSent {
  readonly data: Extract<MessageEvent, { type: 'MessageSent' }>['data'];
  readonly metadata: { readonly time: string };
  readonly position: bigint;
}

/** The message as it was sent. */
export const restoredMessage = ({ data }: EventOfType<'MessageRestored'>): RecordedMessageSent => ({
  data,
  metadata: { time: data.sentAt },
  position: BigInt(data.sentPosition),
});

/** As its sender sees it, who must not learn that it is a request. */
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

const memberCardCases = {
  UserRegistered: (_, { data: { username, fullName } }) => ({
    username,
    fullName: shownName(fullName, username),
    avatarUrl: null,
  }),
  ProfileEdited: (card, { data }) => card && { ...card, fullName: shownName(data.fullName, card.username) },
  AvatarChanged: (card, { data }) => card && { ...card, avatarUrl: mediaUrl(data.mediaHash) },
  UserDeleted: () => null,
} satisfies Partial<Cases<MemberCard | null, EventType>>;

/** Null before registration and after deletion. */
export const memberCardFold = foldOf<MemberCard | null, keyof typeof memberCardCases>(null, memberCardCases);

/** Null before registration and after deletion. */
export function memberCardOf(state: UserState): MemberCard | null {
  if (state.status !== 'registered') return null;
  const { username, fullName, avatarHash } = state;
  return { username, fullName, avatarUrl: mediaUrl(avatarHash) };
}

/** Types of events that make a notice for their member. */
export const noticeTypes = [
  'UserVerified',
  'VerificationRejected',
  'MemberWarned',
  'WarningWithdrawn',
  'ReportAnswered',
] as const;
export type NoticeEvent = Extract<ProductEvent, { type: (typeof noticeTypes)[number] }>;

/** Its id is the event's. */
export function noticeText(event: NoticeEvent): { readonly title: string; readonly message: string } {
  const { verified, rejected, warned, warningWithdrawn, reportAnswered } = texts.notices;
  switch (event.type) {
    case 'UserVerified':
      return verified;
    case 'VerificationRejected':
      return { ...rejected, message: event.data.reason };
    case 'MemberWarned':
      return { ...warned, message: event.data.reason };
    case 'WarningWithdrawn':
      return warningWithdrawn;
    case 'ReportAnswered':
      return { title: reportAnswered.title, message: reportAnswered.messages[event.data.outcome] };
    default:
      return event satisfies never;
  }
}
