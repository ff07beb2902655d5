import type { ProofScheme, UserType } from '@pmcw/contracts';
import {
  boolean,
  exactText,
  integer,
  nullable,
  position,
  text,
  textList,
  textOf,
  timestamp,
} from '../storage/columns.ts';
import { defineTable, type RowOf } from '../storage/table.ts';
import { verifiedColumns } from './members.ts';

/**
 * Cards of the directory; `directory.searched` decides who is listed and found. Featured members are `where
 * is_authorized and not is_suspended and name_changed_at is null and avatar_changed_at is null order by
 * verified_position desc`.
 */
export const directoryMembers = defineTable('members', ['member_id'], {
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
  /** Distinct, in the order the wallets were added. */
  networks: textList,
  has_proof: boolean,
  created_at: timestamp,
  /** Of the registration. */
  position,
  verified_at: nullable(timestamp),
  verified_position: nullable(position),
  ...verifiedColumns,
});
export interface DirectoryMembersTable extends RowOf<typeof directoryMembers> {}

/** For folding only: members' networks and proofs. */
export const directoryWallets = defineTable('wallets', ['member_id', 'wallet_id'], {
  member_id: integer,
  wallet_id: exactText,
  network: text,
  scheme: nullable(textOf<ProofScheme>()),
});
export interface DirectoryWalletsTable extends RowOf<typeof directoryWallets> {}
