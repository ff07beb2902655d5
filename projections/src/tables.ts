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
import type {
  Message,
  ProofScheme,
  SignInMethodKind,
  SocialPlatform,
  UserType,
  VerificationRequest,
} from '@pmcw/contracts';

/** The read models; each has a Postgres schema of this name, which stays the same through rebuilds. */
export const modelNames = [
  'accounts',
  'profiles',
  'directory',
  'messages',
  'moderation',
  'notifications',
  'settings',
  'audit',
] as const;
/** See `modelNames`. */
export type ModelName = (typeof modelNames)[number];
/** Version of the tables and rules of each; one that stands at an earlier version is built anew. */
export const modelVersions: Readonly<Record<ModelName, number>> = {
  accounts: 5,
  profiles: 7,
  directory: 6,
  messages: 4,
  moderation: 6,
  notifications: 1,
  settings: 1,
  audit: 4,
};

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

/** In which ways a member signs in; list them `order by added_at, method_id`. */
export interface SignInMethodsTable {
  member_id: number;
  method_id: string;
  kind: SignInMethodKind;
  added_at: Date;
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
  /** Since when the member is verified; null while not. */
  verified_at: Date | null;
}

/** Wallets of a profile; list them `where member_id = … order by wallet_id`: ids are made in the order of time. */
export interface WalletsTable {
  member_id: number;
  wallet_id: string;
  network: string;
  address: string;
  added_at: Date;
  /** Its proof: these four are null together, while there is none. */
  statement: string | null;
  signature: string | null;
  scheme: ProofScheme | null;
  proved_at: Date | null;
  /** Read by the release before; goes with the next (docs/operations.md). */
  position: Position;
}

/**
 * Wallets that were removed from a profile and are not in it again, `limits.formerWalletsMax` of a member at most; list them
 * `where member_id = … order by position desc`, the latest removed first. For how long they are shown the reader decides.
 */
export interface FormerWalletsTable {
  member_id: number;
  wallet_id: string;
  network: string;
  address: string;
  added_at: Date;
  removed_at: Date;
  /** Place of the removal in the log. */
  position: Position;
}

/** Social links of a profile; list them `where member_id = … order by social_id`. */
export interface SocialLinksTable {
  member_id: number;
  social_id: string;
  platform: SocialPlatform;
  username: string;
  /** Read by the release before; goes with the next (docs/operations.md). */
  position: Position;
}

/**
 * A card of the directory and of the featured members; who is listed and found is told by `directory.searched`.
 * Featured are `where is_authorized and not is_suspended order by verified_position desc`.
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
  /** Whether one of the member's wallets is proved. */
  has_proof: boolean;
  /** `gramsOf` what the card is found by: username, full name and bio. */
  grams: string[];
  created_at: Date;
  /** Place of the registration in the log. */
  position: Position;
  verified_at: Date | null;
  /** Place of the latest verification in the log; null while not verified. */
  verified_position: Position | null;
}

/**
 * Who can be listed and found: in the directory all but the suspended, for administrators everybody. Narrow, with all
 * that a search looks at, and indexes that hold all of it in every order: by `username_key, member_id`, and by `position`
 * (oldest) or `position desc` (newest); in the directory also of those alone who have a proved wallet (`where has_proof`). Cards are
 * then looked up in `members` by their ids.
 */
export interface SearchedTable {
  member_id: number;
  username_key: string;
  /** Place of the registration in the log. */
  position: Position;
  user_type: UserType;
  is_authorized: boolean;
  is_suspended: boolean;
  /** Whether one of the member's wallets is proved. */
  has_proof: boolean;
  /**
   * `foldCase` of the texts that a member is found by, a line each: `search like '%…%'` with the folded and escaped
   * query. An index finds three ASCII letters or digits in a row by it; for what has none, and is rare,
   * `members where grams @> gramsOf(query)` has an index.
   */
  search: string;
}

/** How many members of each kind have a gram in what they are found by; the empty gram counts all. No row: nobody. */
export interface SearchCountsTable {
  gram: string;
  user_type: UserType;
  is_authorized: boolean;
  is_suspended: boolean;
  has_proof: boolean;
  members: number;
}

/** Each letter of a folded text and each two in a row, once; letters are code points. */
export function gramsOf(text: string): string[] {
  const letters = Array.from(text);
  const pairs = letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
  return [...new Set([...letters, ...pairs])];
}

/** What the directory keeps to know a member's networks, and whether one of their wallets is proved; no query needs it. */
export interface DirectoryWalletsTable {
  member_id: number;
  wallet_id: string;
  network: string;
  /** Null while it is not proved. */
  scheme: ProofScheme | null;
  /** Read by the release before; goes with the next (docs/operations.md). */
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

/** A member as administrators see them; lists and searches go through `moderation.searched`. */
export interface ModerationMembersTable extends AccountsTable {
  /** `foldCase` of the username; indexed. */
  username_key: string;
  wallet_count: number;
  /** Whether one of their wallets is proved. */
  has_proof: boolean;
  /** What administrators wrote down; empty when nothing. */
  notes: string;
  /** `gramsOf` what the member is found by: username, full name and email. */
  grams: string[];
  /** Place of the registration in the log. */
  position: Position;
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

/**
 * What administrators tell all members, listed for them by `position desc`. Every member has every one that
 * `is_active`, without a row of their own, in the order of `first_position desc`: ask with `is_active` written out.
 */
export interface PublishedTable {
  notification_id: string;
  title: string;
  message: string;
  is_active: boolean;
  created_at: Date;
  /** Who published it; null once that member is gone. */
  created_by: number | null;
  /** Place of the publishing in the log. */
  position: Position;
  /** Time and place of the first activation; null while it never was active. */
  first_at: Date | null;
  first_position: Position | null;
}

/**
 * A member as a reader of notifications. One that was first active before `joined_position` is theirs since they joined;
 * the order by `first_position` is that of the deliveries all the same, before all that came later.
 */
export interface NotificationReadersTable {
  member_id: number;
  joined_at: Date;
  joined_position: Position;
  /** Everything that was delivered up to here is read; 0 for nothing. */
  read_up_to: Position;
}

/** A notification that is one member's alone: the outcome of a verification. In the order of `position desc`. */
export interface NoticesTable {
  member_id: number;
  notification_id: string;
  title: string;
  message: string;
  created_at: Date;
  position: Position;
}

/** What a member did with one notification; no row: nothing, or it was only read with all others. */
export interface ReceiptsTable {
  member_id: number;
  notification_id: string;
  is_read: boolean;
  /** Removed from the list, for good. */
  is_dismissed: boolean;
}

/** What administrators decided about the site, in one row or none; null is what they left as it is by default. */
export interface SettingsTable {
  only_row: true;
  token_address: string | null;
  token_supply: number | null;
  group_link: string | null;
  registration_open: boolean | null;
}

/**
 * The history: every event, with what is asked for in columns, and nothing that is personal. Listed by `position desc`;
 * there is an index for each way of asking that ends with it. Times grow with positions, but for the difference of clocks.
 */
export interface EntriesTable {
  position: Position;
  event_id: string;
  stream: string;
  revision: number;
  type: string;
  /** Who did it; null for the system itself. */
  actor_id: number | null;
  /** Whom it is about; null where that is no single member. */
  target_id: number | null;
  occurred_at: Date;
  correlation_id: string;
  causation_id: string;
  /** Id of the event that it takes back; null when it takes none back. */
  undoes: string | null;
  /** The event's data without its personal fields, as JSON. */
  facts: string;
  /** `3-7` or `global` (`conversationOf`); null where it is part of no conversation. */
  conversation: string | null;
  /** Place among the entries of its conversation, from 0 and without gaps; null where there is none. */
  place: number | null;
}

/** All tables, by their full names. */
export interface Database {
  'projections.checkpoints': CheckpointsTable;
  'projections.leases': LeasesTable;
  'accounts.accounts': AccountsTable;
  'accounts.sign_in_methods': SignInMethodsTable;
  'profiles.profiles': ProfilesTable;
  'profiles.wallets': WalletsTable;
  'profiles.former_wallets': FormerWalletsTable;
  'profiles.social_links': SocialLinksTable;
  'directory.members': DirectoryMembersTable;
  'directory.wallets': DirectoryWalletsTable;
  'directory.searched': SearchedTable;
  'directory.search_counts': SearchCountsTable;
  'messages.members': MessageMembersTable;
  'messages.messages': MessagesTable;
  'messages.conversations': ConversationsTable;
  'messages.read_marks': ReadMarksTable;
  'messages.global_runs': GlobalRunsTable;
  'messages.global_run_senders': GlobalRunSendersTable;
  'messages.changes': ChangesTable;
  'messages.erased_members': ErasedMembersTable;
  'moderation.members': ModerationMembersTable;
  'moderation.searched': SearchedTable;
  'moderation.search_counts': SearchCountsTable;
  'moderation.wallets': WalletsTable;
  'moderation.social_links': SocialLinksTable;
  'moderation.verification_requests': VerificationRequestsTable;
  'notifications.published': PublishedTable;
  'notifications.readers': NotificationReadersTable;
  'notifications.notices': NoticesTable;
  'notifications.receipts': ReceiptsTable;
  'settings.settings': SettingsTable;
  'audit.entries': EntriesTable;
}
