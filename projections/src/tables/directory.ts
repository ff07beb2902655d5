import type { ProofScheme, UserType } from '@pmcw/contracts';
import type { VerifiedColumns } from './members.ts';
import type { Position } from './position.ts';

/**
 * A card of the directory and of the featured members; who is listed and found is told by `directory.searched`.
 * Featured are `where is_authorized and not is_suspended and name_changed_at is null and avatar_changed_at is null order by
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
  /** Each network of the member's wallets once, in the order they were added. */
  networks: string[];
  /** Whether one of the member's wallets is proved. */
  has_proof: boolean;
  /** Read by the release before; goes with the next (docs/operations.md). */
  grams: string[];
  created_at: Date;
  /** Place of the registration in the log. */
  position: Position;
  verified_at: Date | null;
  /** Place of the latest verification in the log; null while not verified. */
  verified_position: Position | null;
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
