import type { VerificationRequest } from '@pmcw/contracts';
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
import { accountColumns } from './accounts.ts';
import { verifiedColumns } from './members.ts';

/** Lists and searches use `moderation.searched`. */
export const moderationMembers = defineTable('members', ['member_id'], {
  ...accountColumns,
  /** `foldCase` of the username; indexed. */
  username_key: text,
  wallet_count: integer,
  has_proof: boolean,
  notes: text,
  /** Of the registration. */
  position,
  ...verifiedColumns,
  /** Of the latest unconfirmed change of a verified name or avatar. Indexed. */
  changed_position: nullable(position),
});
export interface ModerationMembersTable extends RowOf<typeof moderationMembers> {}

/**
 * Open ones are `where status = 'open' order by position`, closed ones `where status = … and status <> 'open' order by
 * closed_position desc`.
 */
export const verificationRequests = defineTable('verification_requests', ['request_id'], {
  request_id: exactText,
  member_id: integer,
  message: text,
  status: textOf<VerificationRequest['status']>(),
  reason: nullable(text),
  created_at: timestamp,
  /** Of the request. */
  position,
  closed_at: nullable(timestamp),
  closed_position: nullable(position),
});
export interface VerificationRequestsTable extends RowOf<typeof verificationRequests> {}
