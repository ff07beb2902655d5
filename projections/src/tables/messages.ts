import type { Message } from '@pmcw/contracts';
import {
  boolean,
  double,
  exactText,
  integer,
  nullable,
  position,
  text,
  textOf,
  timestamp,
  uniqueText,
} from '../storage/columns.ts';
import { defineTable, type RowOf } from '../storage/table.ts';

/** The global chat as `peer_id` of a read mark or `audience_id` of a change. */
export const everyone = 0;

export const messageMembers = defineTable('members', ['member_id'], {
  member_id: integer,
  username: text,
  /** `foldCase` of the username; indexed. */
  username_key: text,
  full_name: text,
  avatar_url: nullable(text),
});
export interface MessageMembersTable extends RowOf<typeof messageMembers> {}

/**
 * Without deleted messages. A thread is `low_id, high_id` (its members' ids, or `0, 0` for the global chat) and a page
 * of it `position < before order by position desc`. Access to a recording is checked by `voice_hash = …`. A private
 * message is read if the `read_marks` row of its receiver for its sender reaches its position.
 */
export const messages = defineTable('messages', ['position'], {
  position,
  message_id: uniqueText,
  low_id: integer,
  high_id: integer,
  sender_id: integer,
  receiver_id: nullable(integer),
  content: text,
  message_type: textOf<Message['messageType']>(),
  /** SHA-256 of the recording in hex; null for text. Indexed. */
  voice_hash: nullable(exactText),
  voice_seconds: nullable(double),
  /** Whether the receiver did not know the sender. */
  is_request: boolean,
  created_at: timestamp,
});
export interface MessagesTable extends RowOf<typeof messages> {}

/**
 * A private conversation as one member sees it, from its first message on. List `where member_id = … and not is_blocked
 * and not is_request order by coalesce(last_position, 0) desc, peer_id desc`, and requests `where … and is_request and
 * last_position > coalesce(deleted_up_to, 0)`.
 */
export const conversations = defineTable('conversations', ['member_id', 'peer_id'], {
  member_id: integer,
  peer_id: integer,
  /** Null if all were deleted. */
  last_position: nullable(position),
  /** After the member's read mark. */
  unread_count: integer,
  /** Whether the member blocks the peer: `contacts`. */
  is_blocked: boolean,
  /** Whether it has only messages from a stranger, and the member has not accepted them. */
  is_request: boolean,
  /** Messages up to it are hidden from the member, who deleted a request. */
  deleted_up_to: nullable(position),
});
export interface ConversationsTable extends RowOf<typeof conversations> {}

/** Whether a member blocks a peer; no row: never. List `where member_id = … and is_blocked order by position desc`. */
export const contacts = defineTable('contacts', ['member_id', 'peer_id'], {
  member_id: integer,
  peer_id: integer,
  is_blocked: boolean,
  /** Of the latest event. */
  position,
  changed_at: timestamp,
});
export interface ContactsTable extends RowOf<typeof contacts> {}

/**
 * A member's read mark and settings of a conversation. `peer_id` 0 is the global chat. No row: nothing was read or set.
 */
export const readMarks = defineTable('read_marks', ['reader_id', 'peer_id'], {
  reader_id: integer,
  peer_id: integer,
  /** 0 if nothing was read. */
  up_to: position,
  /** Of the event that set the mark; 0 if there was none. */
  position,
  /** ISO 8601 or `always`; null if it is not muted. */
  muted_until: nullable(text),
  /** Of the last event that muted or unmuted it. */
  muted_at: nullable(position),
  /** Whether the member marked it as unread; null if they never did. */
  is_marked: nullable(boolean),
  /** Of the last event that marked it, or removed the mark. */
  marked_at: nullable(position),
  /** Of the event that accepted the peer's messages. */
  accepted_at: nullable(position),
  /** Up to which the member deleted a request. */
  deleted_up_to: nullable(position),
  /** Of the last event that did so. */
  deleted_at: nullable(position),
});
export interface ReadMarksTable extends RowOf<typeof readMarks> {}

/**
 * Counts consecutive messages of the global chat, so that unread messages need not be counted one by one. A run starts
 * at `from_position` and ends before the next run. Unread for a mark: `live` of the runs with `from_position > mark`,
 * minus the reader's own (`global_run_senders`), plus others' messages with `position > mark` before the first of those
 * runs.
 */
export const globalRuns = defineTable('global_runs', ['from_position'], {
  from_position: position,
  /** Messages ever sent in it; when it is full, the next run starts. */
  sent: integer,
  /** Without deleted messages. */
  live: integer,
});
export interface GlobalRunsTable extends RowOf<typeof globalRuns> {}

/** A sender's share of a run's `live`. */
export const globalRunSenders = defineTable('global_run_senders', ['sender_id', 'from_position'], {
  sender_id: integer,
  from_position: position,
  live: integer,
});
export interface GlobalRunSendersTable extends RowOf<typeof globalRunSenders> {}

export type ChangeKind =
  | 'message'
  | 'deleted'
  | 'restored'
  | 'read'
  | 'muted'
  | 'marked'
  | 'accepted'
  | 'request_deleted'
  | 'blocked'
  | 'unblocked'
  | 'member_deleted';

/**
 * Changes by `(audience_id, position)`; audience 0 is everyone. For a member take, each limited, the rows of 0 `union
 * all` those of the member, ordered by position. Obsolete changes are deleted: the `message` of a deleted message, a
 * `read`, `muted`, `marked`, `accepted` or `request_deleted` with a later one of the same reader and peer, a `blocked`
 * or `unblocked` with a later one of the same members, all of deleted members.
 */
export const changes = defineTable('changes', ['audience_id', 'position'], {
  audience_id: integer,
  position,
  kind: textOf<ChangeKind>(),
  /** For `deleted`. A `message` is found in `messages.messages` by position, a `restored` one by position `up_to`. */
  message_id: nullable(text),
  /** For `read` and settings: `peer_id` is null for the global chat. */
  reader_id: nullable(integer),
  peer_id: nullable(integer),
  up_to: nullable(position),
  /** For `muted`: null if it was unmuted. */
  muted_until: nullable(text),
  /** For `marked`. */
  is_marked: nullable(boolean),
  /** For `member_deleted`; the other member for `blocked` and `unblocked`. */
  member_id: nullable(integer),
});
export interface ChangesTable extends RowOf<typeof changes> {}

/** Later events of these members are ignored. */
export const erasedMembers = defineTable('erased_members', ['member_id'], { member_id: integer });
export interface ErasedMembersTable extends RowOf<typeof erasedMembers> {}
