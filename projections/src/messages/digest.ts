import type { RecordedMessageSent } from '@pmcw/contracts/events';
import type { ProductRecord } from '../runner/model.ts';
import { type ContactsTable, everyone, type MessagesTable, type ReadMarksTable } from '../tables.ts';

export interface Deletion {
  readonly position: string;
  readonly message_id: string;
  readonly sender_id: number;
  readonly receiver_id: number | null;
}

export type MarkKey = Pick<ReadMarksTable, 'reader_id' | 'peer_id'>;
export type Reading = MarkKey & Pick<ReadMarksTable, 'up_to' | 'position'>;
/** Only what an event changes. */
export type Setting = MarkKey &
  (
    | Pick<ReadMarksTable, 'muted_until' | 'muted_at'>
    | Pick<ReadMarksTable, 'is_marked' | 'marked_at'>
    | Pick<ReadMarksTable, 'accepted_at'>
    | Pick<ReadMarksTable, 'deleted_up_to' | 'deleted_at'>
  );

/** Each kind in the order of the log. */
export interface Digest {
  /** Including messages deleted within the run. */
  readonly sent: readonly MessagesTable[];
  /** Without messages deleted within the run. */
  readonly kept: readonly MessagesTable[];
  readonly deletions: readonly Deletion[];
  readonly reads: readonly Reading[];
  readonly settings: readonly Setting[];
  readonly contacts: readonly ContactsTable[];
}

type ContactChanged = Extract<ProductRecord, { type: 'MemberBlocked' | 'MemberUnblocked' }>;

/** Both members' ids, smaller first; twice `everyone` for the global chat. */
export function threadOf(senderId: number, receiverId: number | null): { low_id: number; high_id: number } {
  if (receiverId === null) return { low_id: everyone, high_id: everyone };
  return { low_id: Math.min(senderId, receiverId), high_id: Math.max(senderId, receiverId) };
}

export function messageRow({ data, metadata, position }: RecordedMessageSent): MessagesTable {
  return {
    position: String(position),
    message_id: data.messageId,
    ...threadOf(data.senderId, data.receiverId),
    sender_id: data.senderId,
    receiver_id: data.receiverId,
    content: data.content,
    message_type: data.messageType,
    voice_hash: data.voiceHash,
    voice_seconds: data.voiceSeconds,
    is_request: data.isRequest === true,
    created_at: new Date(metadata.time),
  };
}

const contactRow = ({ type, data, metadata, position }: ContactChanged): ContactsTable => ({
  member_id: data.userId,
  peer_id: data.memberId,
  is_blocked: type === 'MemberBlocked',
  position: String(position),
  changed_at: new Date(metadata.time),
});

function settingOf({ type, data, position }: ProductRecord): Setting | null {
  const at = String(position);
  switch (type) {
    case 'ConversationMuted':
      return { ...keyOf(data), muted_until: data.until ?? 'always', muted_at: at };
    case 'ConversationUnmuted':
      return { ...keyOf(data), muted_until: null, muted_at: at };
    case 'ConversationMarkedUnread':
      return { ...keyOf(data), is_marked: true, marked_at: at };
    case 'UnreadMarkRemoved':
      return { ...keyOf(data), is_marked: false, marked_at: at };
    case 'ConversationAccepted':
      return { ...keyOf(data), accepted_at: at };
    case 'RequestDeleted':
      return { ...keyOf(data), deleted_up_to: data.deletedUpTo, deleted_at: at };
    default:
      return null;
  }
}

const keyOf = ({ readerId, peerId }: { readonly readerId: number; readonly peerId: number | null }) => ({
  reader_id: readerId,
  peer_id: peerId ?? everyone,
});

export function digestOf(events: readonly ProductRecord[]): Digest {
  const sent: MessagesTable[] = [];
  const deletions: Deletion[] = [];
  const reads: Reading[] = [];
  const settings: Setting[] = [];
  const contacts: ContactsTable[] = [];
  for (const event of events) {
    const position = String(event.position);
    if (event.type === 'MessageSent') {
      sent.push(messageRow(event));
    } else if (event.type === 'MessageDeleted') {
      const { messageId, senderId, receiverId } = event.data;
      deletions.push({ position, message_id: messageId, sender_id: senderId, receiver_id: receiverId });
    } else if (event.type === 'ConversationRead') {
      const { readerId, peerId, upTo } = event.data;
      reads.push({ reader_id: readerId, peer_id: peerId, up_to: upTo, position });
    } else if (event.type === 'GlobalChatRead') {
      reads.push({ reader_id: event.data.readerId, peer_id: everyone, up_to: event.data.upTo, position });
    } else if (event.type === 'MemberBlocked' || event.type === 'MemberUnblocked') {
      contacts.push(contactRow(event));
    } else {
      const setting = settingOf(event);
      if (setting !== null) settings.push(setting);
    }
  }
  const deleted = new Set(deletions.map((deletion) => deletion.message_id));
  const kept = sent.filter((message) => !deleted.has(message.message_id));
  return { sent, kept, deletions, reads, settings, contacts };
}
