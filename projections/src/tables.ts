/**
 * Shapes of the read models for queries (Kysely: `new Kysely<Database>(…)`).
 *
 * Types are those of `pg` without custom parsers: `bigint` is a decimal string (positions), `timestamptz` a `Date`,
 * `text[]` an array of strings. The directory and moderation are searched by `members`.
 *
 * **Positions** are in `projections.checkpoints`: rows and position are written in one transaction, so a statement that
 * starts after a position was seen there sees everything up to it.
 *
 * **A rebuild** swaps a model's tables in one transaction. A single statement always sees one generation; a `repeatable
 * read` transaction may not, so answer with one statement.
 *
 * **Ids** are `integer`: an id above `maxMemberId` belongs to no member and must not reach a statement.
 */
import type { AccountsTable, SignInMethodsTable } from './tables/accounts.ts';
import type { ClockTable, EntriesTable } from './tables/audit.ts';
import type { DirectoryMembersTable, DirectoryWalletsTable } from './tables/directory.ts';
import type { CheckpointsTable, LeasesTable } from './tables/following.ts';
import type { SearchCountsTable, SearchedTable } from './tables/members.ts';
import type {
  ChangesTable,
  ContactsTable,
  ConversationsTable,
  ErasedMembersTable,
  GlobalRunSendersTable,
  GlobalRunsTable,
  MessageMembersTable,
  MessagesTable,
  ReadMarksTable,
} from './tables/messages.ts';
import type {
  CasesTable,
  ModerationMembersTable,
  ReportedMembersTable,
  VerificationRequestsTable,
} from './tables/moderation.ts';
import type {
  NoticesTable,
  NotificationReadersTable,
  PublishedTable,
  ReceiptsTable,
} from './tables/notifications.ts';
import type { FormerWalletsTable, ProfilesTable, SocialLinksTable, WalletsTable } from './tables/profiles.ts';
import type { SettingsTable } from './tables/settings.ts';

export * from './tables/accounts.ts';
export * from './tables/audit.ts';
export * from './tables/directory.ts';
export * from './tables/following.ts';
export * from './tables/members.ts';
export * from './tables/messages.ts';
export * from './tables/moderation.ts';
export * from './tables/notifications.ts';
export * from './tables/profiles.ts';
export * from './tables/settings.ts';
export { whyStale } from './tables/staleness.ts';

/** Each has a Postgres schema of this name, also across rebuilds. */
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
export type ModelName = (typeof modelNames)[number];
/** A model with an earlier version is rebuilt. */
export const modelVersions: Readonly<Record<ModelName, number>> = {
  accounts: 8,
  profiles: 14,
  directory: 11,
  messages: 8,
  moderation: 16,
  notifications: 2,
  settings: 1,
  audit: 8,
};

/** Largest id that `integer` columns hold. */
export const maxMemberId = 2_147_483_647;

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
  'messages.contacts': ContactsTable;
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
  'moderation.cases': CasesTable;
  'moderation.reported_members': ReportedMembersTable;
  'notifications.published': PublishedTable;
  'notifications.readers': NotificationReadersTable;
  'notifications.notices': NoticesTable;
  'notifications.receipts': ReceiptsTable;
  'settings.settings': SettingsTable;
  'audit.entries': EntriesTable;
  'audit.clock': ClockTable;
}
