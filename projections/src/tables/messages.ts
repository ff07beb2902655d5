import type { Message } from '@pmcw/contracts';
import type { Position } from './position.ts';

/** `peer_id` of a read mark, and `audience_id` of a change, that mean the global chat: everyone. */
export const everyone = 0;

/** Members as senders and peers. */
export interface MessageMembersTable {
  member_id: number;
  username: string;
  /** `foldCase` of the username; indexed. */
  username_key: string;
  full_name: string;
  avatar_url: string | null;
}

/**
 * Messages that are not deleted. A thread is `low_id, high_id` (the smaller and the larger id of its two members,
 * `0, 0` for the global chat) and a page of it `position < before order by position desc`.
 * Who may hear a recording is asked by `voice_hash = …`.
 * A private message is read when `read_marks` of its receiver for its sender reaches its position.
 */
export interface MessagesTable {
  position: Position;
  message_id: string;
  low_id: number;
  high_id: number;
  sender_id: number;
  /** Null in the global chat. */
  receiver_id: number | null;
  content: string;
  message_type: Message['messageType'];
  /** SHA-256 of the recording in hex; null for text. Indexed. */
  voice_hash: string | null;
  /** Its length; null where nobody knows. */
  voice_seconds: number | null;
  created_at: Date;
}

/**
 * A private conversation as one of its two members sees it; exists from its first message on. The list is
 * `where member_id = … order by coalesce(last_position, 0) desc, peer_id desc`.
 */
export interface ConversationsTable {
  member_id: number;
  peer_id: number;
  /** Position of the newest message; null when all were deleted. */
  last_position: Position | null;
  /** The peer's messages after the member's read mark. */
  unread_count: number;
}

/** How far a reader has seen what `peer_id` wrote; `peer_id` 0 is the global chat. No row: nothing. */
export interface ReadMarksTable {
  reader_id: number;
  peer_id: number;
  up_to: Position;
  /** Place of the event that set the mark. */
  position: Position;
}

/**
 * The global chat in runs of consecutive messages, counted, so that a member's unread messages need not be looked at
 * one by one. A run begins with the message at `from_position` and ends before the next run. Unread of a reader with
 * a mark: `live` of the runs with `from_position > mark`, minus the reader's own of them (`global_run_senders`), plus
 * others' messages with `position > mark` that lie before the first of those runs.
 */
export interface GlobalRunsTable {
  from_position: Position;
  /** Messages ever sent in it; when it is full, the next run begins. */
  sent: number;
  /** Those not deleted. */
  live: number;
}

/** A sender's share of a run's `live`. */
export interface GlobalRunSendersTable {
  sender_id: number;
  from_position: Position;
  live: number;
}

/** What happened: a message at this position, a deletion, a read mark that moved, a member who is gone. */
export type ChangeKind = 'message' | 'deleted' | 'read' | 'member_deleted';

/**
 * What a member must be told, by `(audience_id, position)`; audience 0 is everyone. For a member take, limited each,
 * the rows of 0 `union all` those of the member, ordered by position. A change that no longer matters is gone: the
 * `message` of a deleted message, a `read` that a later one of the same reader and peer has overtaken, both of deleted members.
 */
export interface ChangesTable {
  audience_id: number;
  position: Position;
  kind: ChangeKind;
  /** `deleted`: which one. A `message` is found in `messages.messages` at the same position. */
  message_id: string | null;
  /** `read`: who has read, what `peer_id` wrote (null: the global chat), up to where. */
  reader_id: number | null;
  peer_id: number | null;
  up_to: Position | null;
  /** `member_deleted`: who is gone, with their conversations and all that they wrote to everyone. */
  member_id: number | null;
}

/** Members who are deleted: whatever the log tells of them afterwards adds nothing. */
export interface ErasedMembersTable {
  member_id: number;
}
