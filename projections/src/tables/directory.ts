import type { ProofScheme, UserType } from '@pmcw/contracts';
import type { VerifiedColumns } from './members.ts';
import type { Position } from './position.ts';

/**
 * Cards of the directory; `directory.searched` decides who is listed and found. Featured members are `where
 * is_authorized and not is_suspended and name_changed_at is null and avatar_changed_at is null order by
 * verified_position desc`.
 */
export interface DirectoryMembersTable extends VerifiedColumns {
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
  /** Distinct, in the order the wallets were added. */
  networks: string[];
  has_proof: boolean;
  /** Read by the previous release; goes with the next (docs/operations.md). */
  grams: string[];
  created_at: Date;
  /** Of the registration. */
  position: Position;
  verified_at: Date | null;
  verified_position: Position | null;
}

/** For folding only: members' networks and proofs. */
export interface DirectoryWalletsTable {
  member_id: number;
  wallet_id: string;
  network: string;
  scheme: ProofScheme | null;
  /** Read by the previous release; goes with the next (docs/operations.md). */
  position: Position;
}
