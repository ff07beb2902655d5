import type { VerificationRequest } from '@pmcw/contracts';
import type { AccountsTable } from './accounts.ts';
import type { VerifiedColumns } from './members.ts';
import type { Position } from './position.ts';

/** Lists and searches use `moderation.searched`. */
export interface ModerationMembersTable extends AccountsTable, VerifiedColumns {
  /** `foldCase` of the username; indexed. */
  username_key: string;
  wallet_count: number;
  has_proof: boolean;
  notes: string;
  /** Read by the previous release; goes with the next (docs/operations.md). */
  grams: string[];
  /** Of the registration. */
  position: Position;
  /** Of the latest unconfirmed change of a verified name or avatar. Indexed. */
  changed_position: Position | null;
}

/**
 * Open ones are `where status = 'open' order by position`, closed ones `where status = … and status <> 'open' order by
 * closed_position desc`.
 */
export interface VerificationRequestsTable {
  request_id: string;
  member_id: number;
  message: string;
  status: VerificationRequest['status'];
  reason: string | null;
  created_at: Date;
  /** Of the request. */
  position: Position;
  closed_at: Date | null;
  closed_position: Position | null;
}
