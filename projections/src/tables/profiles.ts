import type { LinkBackWay, ProofScheme, SocialPlatform, UserType } from '@pmcw/contracts';
import {
  boolean,
  exactText,
  integer,
  nullable,
  position,
  text,
  textOf,
  timestamp,
} from '../storage/columns.ts';
import { defineTable, type RowOf } from '../storage/table.ts';
import { verifiedColumns } from './members.ts';

/** Public profiles, including suspended members'. Look up by `username_key = foldCase(username)`. */
export const profiles = defineTable('profiles', ['member_id'], {
  member_id: integer,
  username: text,
  /** `foldCase` of the username; indexed. */
  username_key: text,
  full_name: text,
  bio: text,
  avatar_url: nullable(text),
  background_url: nullable(text),
  user_type: textOf<UserType>(),
  is_authorized: boolean,
  is_suspended: boolean,
  pmcw_tokens: integer,
  created_at: timestamp,
  verified_at: nullable(timestamp),
  ...verifiedColumns,
});
export interface ProfilesTable extends RowOf<typeof profiles> {}

/** List `where member_id = … order by wallet_id`: ids are in order of time. */
export const wallets = defineTable('wallets', ['member_id', 'wallet_id'], {
  member_id: integer,
  wallet_id: exactText,
  network: text,
  address: text,
  added_at: timestamp,
  /** The proof; all four are null without one. */
  statement: nullable(text),
  signature: nullable(text),
  scheme: nullable(textOf<ProofScheme>()),
  proved_at: nullable(timestamp),
  /** And when it was last seen; null without one. */
  ens_name: nullable(text),
  ens_seen_at: nullable(timestamp),
});
export interface WalletsTable extends RowOf<typeof wallets> {}

/**
 * Removed wallets, at most `limits.formerWalletsMax` per member; list `where member_id = … order by position desc`. The
 * reader decides how long they are shown.
 */
export const formerWallets = defineTable('former_wallets', ['member_id', 'wallet_id'], {
  member_id: integer,
  wallet_id: exactText,
  network: text,
  address: text,
  added_at: timestamp,
  removed_at: timestamp,
  /** Null if the member or an administrator removed it. */
  cause: nullable(textOf<'proved_by_another'>()),
  /** Of the removal. */
  position,
});
export interface FormerWalletsTable extends RowOf<typeof formerWallets> {}

/** List `where member_id = … order by social_id`. */
export const socialLinks = defineTable('social_links', ['member_id', 'social_id'], {
  member_id: integer,
  social_id: exactText,
  platform: textOf<SocialPlatform>(),
  username: text,
  /** How and when it was last seen to link back; null otherwise. */
  linked_back_by: nullable(textOf<LinkBackWay>()),
  linked_back_at: nullable(timestamp),
});
export interface SocialLinksTable extends RowOf<typeof socialLinks> {}
