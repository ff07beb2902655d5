import type { VerificationRequest } from '@pmcw/contracts';
import type { AccountsTable } from './accounts.ts';
import type { VerifiedColumns } from './members.ts';
import type { Position } from './position.ts';

/** A member as administrators see them; lists and searches go through `moderation.searched`. */
export interface ModerationMembersTable extends AccountsTable, VerifiedColumns {
  /** `foldCase` of the username; indexed. */
  username_key: string;
  wallet_count: number;
  /** Whether one of their wallets is proved. */
  has_proof: boolean;
  /** What administrators wrote down; empty when nothing. */
  notes: string;
  /** Read by the release before; goes with the next (docs/operations.md). */
  grams: string[];
  /** Place of the registration in the log. */
  position: Position;
  /** Place of the latest change of name or avatar since the verification; null where there is none to look at. Indexed. */
  changed_position: Position | null;
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
