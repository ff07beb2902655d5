import type { Message } from '@pmcw/contracts';
import type { Position } from './position.ts';

/** The global chat as `peer_id` of a read mark or `audience_id` of a change. */
export const everyone = 0;

export interface MessageMembersTable {
  member_id: number;
  username: string;
  /** `foldCase` of the username; indexed. */
  username_key: string;
  full_name: string;
  avatar_url: string | null;
}

/**
 * Without deleted messages. A thread is `low_id, high_id` (its members' ids, or `0, 0` for the global chat) and a page
 * of it `position < before order by position desc`. Access to a recording is checked by `voice_hash = …`. A private
 * message is read if the `read_marks` row of its receiver for its sender reaches its position.
 */
export interface MessagesTable {
  position: Position;
  message_id: string;
  low_id: number;
  high_id: number;
  sender_id: number;
  receiver_id: number | null;
  content: string;
  message_type: Message['messageType'];
  /** SHA-256 of the recording in hex; null for text. Indexed. */
  voice_hash: string | null;
  voice_seconds: number | null;
  created_at: Date;
}

/**
 * A private conversation as one member sees it, from its first message on. List `where member_id = … order by
 * coalesce(last_position, 0) desc, peer_id desc`.
 */
export interface ConversationsTable {
  member_id: number;
  peer_id: number;
  /** Null if all were deleted. */
  last_position: Position | null;
  /** After the member's read mark. */
  unread_count: number;
}

/** `peer_id` 0 is the global chat. No row: nothing was read. */
export interface ReadMarksTable {
  reader_id: number;
  peer_id: number;
  up_to: Position;
  /** Of the event that set the mark. */
  position: Position;
}

/**
 * Counts consecutive messages of the global chat, so that unread messages need not be counted one by one. A run starts
 * at `from_position` and ends before the next run. Unread for a mark: `live` of the runs with `from_position > mark`,
 * minus the reader's own (`global_run_senders`), plus others' messages with `position > mark` before the first of those
 * runs.
 */
export interface GlobalRunsTable {
  from_position: Position;
  /** Messages ever sent in it; when it is full, the next run starts. */
  sent: number;
  /** Without deleted messages. */
  live: number;
}

/** A sender's share of a run's `live`. */
export interface GlobalRunSendersTable {
  sender_id: number;
  from_position: Position;
  live: number;
}

export type ChangeKind = 'message' | 'deleted' | 'read' | 'member_deleted';

/**
 * Changes by `(audience_id, position)`; audience 0 is everyone. For a member take, each limited, the rows of 0 `union
 * all` those of the member, ordered by position. Obsolete changes are deleted: the `message` of a deleted message, a
 * `read` with a later one of the same reader and peer, both of deleted members.
 */
export interface ChangesTable {
  audience_id: number;
  position: Position;
  kind: ChangeKind;
  /** For `deleted`. A `message` is found in `messages.messages` by position. */
  message_id: string | null;
  /** For `read`: `peer_id` is null for the global chat. */
  reader_id: number | null;
  peer_id: number | null;
  up_to: Position | null;
  /** For `member_deleted`. */
  member_id: number | null;
}

/** Later events of these members are ignored. */
export interface ErasedMembersTable {
  member_id: number;
}
