import type { ProofScheme, SocialPlatform, UserType } from '@pmcw/contracts';
import type { VerifiedColumns } from './members.ts';
import type { Position } from './position.ts';

/** The public profile. Look it up by `username_key = foldCase(username)`; the suspended are in it too. */
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
  /** Null if the member or an administrator removed it. */
  cause: 'proved_by_another' | null;
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
