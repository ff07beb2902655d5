import type { ProofScheme, SocialPlatform, UserType } from '@pmcw/contracts';
import type { VerifiedColumns } from './members.ts';
import type { Position } from './position.ts';

/** Public profiles, including suspended members'. Look up by `username_key = foldCase(username)`. */
export interface ProfilesTable extends VerifiedColumns {
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
  verified_at: Date | null;
}

/** List `where member_id = … order by wallet_id`: ids are in order of time. */
export interface WalletsTable {
  member_id: number;
  wallet_id: string;
  network: string;
  address: string;
  added_at: Date;
  /** The proof; all four are null without one. */
  statement: string | null;
  signature: string | null;
  scheme: ProofScheme | null;
  proved_at: Date | null;
  /** Read by the previous release; goes with the next (docs/operations.md). */
  position: Position;
}

/**
 * Removed wallets, at most `limits.formerWalletsMax` per member; list `where member_id = … order by position desc`. The
 * reader decides how long they are shown.
 */
export interface FormerWalletsTable {
  member_id: number;
  wallet_id: string;
  network: string;
  address: string;
  added_at: Date;
  removed_at: Date;
  /** Null if the member or an administrator removed it. */
  cause: 'proved_by_another' | null;
  /** Of the removal. */
  position: Position;
}

/** List `where member_id = … order by social_id`. */
export interface SocialLinksTable {
  member_id: number;
  social_id: string;
  platform: SocialPlatform;
  username: string;
  /** Read by the previous release; goes with the next (docs/operations.md). */
  position: Position;
}
