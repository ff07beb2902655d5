/**
 * The shapes of the read models, for whoever answers queries from them (Kysely: `new Kysely<Database>(…)`).
 *
 * Types are what `pg` hands out without parsers of one's own: `bigint` is a decimal string (positions),
 * `timestamptz` a `Date`, `integer` and `boolean` are themselves, `text[]` an array of strings.
 *
 * **How a reader learns positions.** From `projections.checkpoints`: rows and position are written in one
 * transaction, so a statement that starts after a position was seen there sees everything up to it.
 *
 * **While a model is rebuilt** its tables are exchanged in one transaction. A single statement always sees one
 * generation whole; a `repeatable read` transaction of several statements may not, so answer with one statement.
 *
 * **Ids** are `integer`: an id from outside above `maxMemberId` belongs to nobody and must not reach a statement.
 */
import type { SocialPlatform, UserType, VerificationRequest } from '@pmcw/contracts';

/** The read models; each has a Postgres schema of this name, which stays the same through rebuilds. */
export const modelNames = ['accounts', 'profiles', 'directory', 'messages', 'moderation'] as const;
/** See `modelNames`. */
export type ModelName = (typeof modelNames)[number];

/** Largest id that the `integer` columns hold. */
export const maxMemberId = 2_147_483_647;

/** `peer_id` of a read mark, and `audience_id` of a change, that mean the global chat: everyone. */
export const everyone = 0;

/** A place in the log, decimal. */
type Position = string;

/** How far a read model has followed the log. A row `<model>_next` is a rebuild under way. */
export interface CheckpointsTable {
  model: string;
  position: Position;
  /** Version of the code that shaped the tables. */
  version: number;
  /** The engine of the log that was followed; positions of another one mean nothing here. */
  engine: string;
  /** The end of the log as far as the writer knows; above `position` while there is something to catch up with. */
  head: Position | null;
  updated_at: Date;
  /** The event that stopped this model, null while it is well. */
  poison_position: Position | null;
  poison_type: string | null;
  /** Why the checkpoint can't be of the log that there is now, which stopped the model; null while it is well. */
  stranded: string | null;
  /** The last event that was folded, by which the log is known again; null before the first. */
  last_stream: string | null;
  last_revision: number | null;
  last_event_id: string | null;
}

/** Who may write a read model now (docs/decisions/projections-lease.md). */
export interface LeasesTable {
  model: string;
  /** Grows with every change of hands; a writer with an older one is fenced off. */
  epoch: string;
  /** A name for people to read; null when the lease was given back. */
  holder: string | null;
  expires_at: Date;
}

/** Everything of `SessionUser`; one row per member. */
export interface AccountsTable {
  member_id: number;
  username: string;
  full_name: string;
  email: string;
  telegram_handle: string;
  bio: string;
  user_type: UserType;
  avatar_url: string | null;
  background_url: string | null;
  is_admin: boolean;
  is_authorized: boolean;
  is_suspended: boolean;
  pmcw_tokens: number;
  created_at: Date;
}

/** The public profile. Look it up by `username_key = foldCase(username)`; the suspended are in it too. */
export interface ProfilesTable {
  member_id: number;
  username: string;
  /** `foldCase` of the username; indexed. */
  username_key: string;
  full_name: string;
  bio: string;
  avatar_url: string | null;
  background_url: string | null;
  user_type: UserType;
  is_authorized: boolean;
  is_suspended: boolean;
  pmcw_tokens: number;
  created_at: Date;
}

/** Wallets of a profile; list them `where member_id = … order by position`. */
export interface WalletsTable {
  member_id: number;
  wallet_id: string;
  network: string;
  address: string;
  added_at: Date;
  position: Position;
}

/** Social links of a profile; list them `where member_id = … order by position`. */
export interface SocialLinksTable {
  member_id: number;
  social_id: string;
  platform: SocialPlatform;
  username: string;
  position: Position;
}

/**
 * A card of the directory and of the featured members. Always ask `where not is_suspended` (the indexes are made
 * for it) and order by `position desc` (newest), `position` (oldest) or `username_key`; featured are
 * `where is_authorized and not is_suspended order by verified_position desc`.
 */
export interface DirectoryMembersTable {
  member_id: number;
  username: string;
  /** `foldCase` of the username; indexed. */
  username_key: string;
  full_name: string;
  bio: string;
  avatar_url: string | null;
  background_url: string | null;
  user_type: UserType;
  is_authorized: boolean;
  is_suspended: boolean;
  pmcw_tokens: number;
  /** Each network of the member's wallets once, in the order they were added. */
  networks: string[];
  /** `foldCase` of username, full name and bio, a line each: `search like '%…%'` with the folded and escaped query. */
  search: string;
  created_at: Date;
  /** Place of the registration in the log. */
  position: Position;
  verified_at: Date | null;
  /** Place of the latest verification in the log; null while not verified. */
  verified_position: Position | null;
}

/** What the directory keeps to know a member's networks; no query needs it. */
export interface DirectoryWalletsTable {
  member_id: number;
  wallet_id: string;
  network: string;
  position: Position;
}

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
  created_at: Date;
}

/**
 * A private conversation as one of its two members sees it; exists from its first message on. The list is
 * `where member_id = … order by last_position desc nulls last`.
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

/** What happened: a message at this position, a deletion, a read mark that moved. */
export type ChangeKind = 'message' | 'deleted' | 'read';

/**
 * What a member must be told, by `(audience_id, position)`; audience 0 is everyone. For a member take, limited each,
 * the rows of 0 `union all` those of the member, ordered by position. A change that no longer matters is gone: the
 * `message` of a deleted message, a `read` that a later one of the same reader and peer has overtaken.
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
}

/**
 * A member as administrators see them. List by `position desc` (newest), `position` (oldest) or
 * `username_key, member_id`; how many a filter finds is told by `MemberCountsTable` where nothing is searched for.
 */
export interface ModerationMembersTable extends AccountsTable {
  /** `foldCase` of the username; indexed. */
  username_key: string;
  wallet_count: number;
  /** What administrators wrote down; empty when nothing. */
  notes: string;
  /** `foldCase` of username, full name and email, a line each; asked like the directory's. */
  search: string;
  /** Place of the registration in the log. */
  position: Position;
}

/** How many members there are of each kind, a few dozen rows at most; a kind may have a row that says 0. */
export interface MemberCountsTable {
  user_type: UserType;
  is_authorized: boolean;
  is_suspended: boolean;
  members: number;
}

/**
 * Requests to be verified. The open ones are `where status = 'open' order by position`, closed ones
 * `where status = … and status <> 'open' order by closed_position desc`.
 */
export interface VerificationRequestsTable {
  request_id: string;
  member_id: number;
  message: string;
  status: VerificationRequest['status'];
  /** Why it was rejected; null otherwise. */
  reason: string | null;
  created_at: Date;
  /** Place of the request in the log. */
  position: Position;
  closed_at: Date | null;
  /** Place of the event that closed it; null while it is open. */
  closed_position: Position | null;
}

/** All tables, by their full names. */
export interface Database {
  'projections.checkpoints': CheckpointsTable;
  'projections.leases': LeasesTable;
  'accounts.accounts': AccountsTable;
  'profiles.profiles': ProfilesTable;
  'profiles.wallets': WalletsTable;
  'profiles.social_links': SocialLinksTable;
  'directory.members': DirectoryMembersTable;
  'directory.wallets': DirectoryWalletsTable;
  'messages.members': MessageMembersTable;
  'messages.messages': MessagesTable;
  'messages.conversations': ConversationsTable;
  'messages.read_marks': ReadMarksTable;
  'messages.global_runs': GlobalRunsTable;
  'messages.global_run_senders': GlobalRunSendersTable;
  'messages.changes': ChangesTable;
  'moderation.members': ModerationMembersTable;
  'moderation.member_counts': MemberCountsTable;
  'moderation.wallets': WalletsTable;
  'moderation.social_links': SocialLinksTable;
  'moderation.verification_requests': VerificationRequestsTable;
}
