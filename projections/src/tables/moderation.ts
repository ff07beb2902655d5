import type { CaseOutcome, ReportCase, ReportKind, ReportReason, VerificationRequest } from '@pmcw/contracts';
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

/**
 * All reports of one profile, address or message. Open ones are `where status = 'open' order by position`, closed ones
 * `where status = 'closed' order by closed_position desc`.
 */
export const cases = defineTable('cases', ['case_id'], {
  case_id: exactText,
  kind: textOf<ReportKind>(),
  /** Reported. */
  member_id: integer,
  /** Of the address or message. */
  item_id: nullable(text),
  reports: integer,
  status: textOf<ReportCase['status']>(),
  /** Since when it is open, or was before it was closed. */
  opened_at: timestamp,
  /** Of the report that opened it. */
  position,
  /** Of the newest report. */
  reason: textOf<ReportReason>(),
  newest_at: timestamp,
  newest_position: position,
  /** Of its last event in its stream. */
  revision: integer,
  outcome: nullable(textOf<CaseOutcome>()),
  closing_reason: nullable(text),
  closed_at: nullable(timestamp),
  closed_position: nullable(position),
});
export interface CasesTable extends RowOf<typeof cases> {}

/** With the number of all reports of each member's content. */
export const reportedMembers = defineTable('reported_members', ['member_id'], {
  member_id: integer,
  reports: integer,
});
export interface ReportedMembersTable extends RowOf<typeof reportedMembers> {}
