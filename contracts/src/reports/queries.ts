import * as v from 'valibot';
import { memberCardSchema } from '../accounts/queries.ts';
import { messageTypes } from '../messages/queries.ts';
import { socialPlatformCodes } from '../profiles/platforms.ts';
import { limits } from '../shared/limits.ts';
import { pageSizeSchema, positionSchema } from '../shared/scalars.ts';
import { validationTexts } from '../shared/validationTexts.ts';
import { requestWalletSchema } from '../verification/queries.ts';
import { caseOutcomes, reportKinds, reportReasons } from './cases.ts';

export const caseStatuses = ['open', 'closed'] as const;

/** All reports of one profile, address or message. */
export const reportCaseSchema = v.object({
  id: v.string(),
  kind: v.picklist(reportKinds),
  memberId: v.number(),
  /** The reported member. */
  member: memberCardSchema,
  status: v.picklist(caseStatuses),
  /** Number of reports. */
  reports: v.number(),
  /** Number of reports about other content of the member. */
  otherReports: v.number(),
  /** Of the newest report. */
  reason: v.picklist(reportReasons),
  openedAt: v.string(),
  newestAt: v.string(),
  /** Null while open. */
  closing: v.nullable(
    v.object({ outcome: v.picklist(caseOutcomes), reason: v.string(), closedAt: v.string() }),
  ),
});
export type ReportCase = v.InferOutput<typeof reportCaseSchema>;

/** Open ones oldest first, closed ones by time of closing, newest first. */
export const reportCasesSchema = v.array(reportCaseSchema);

/** `GET /api/admin/reports`; `before` is opaque (follow `Link`). */
export const reportCasesQuerySchema = v.object({
  status: v.optional(v.picklist(caseStatuses, validationTexts.invalidValue), 'open'),
  before: v.optional(positionSchema),
  limit: pageSizeSchema(limits.adminPageSize, limits.directoryPageSizeMax),
});
export type ReportCasesQuery = v.InferOutput<typeof reportCasesQuerySchema>;

const profileContentSchema = v.object({
  username: v.string(),
  fullName: v.string(),
  bio: v.string(),
  telegramHandle: v.string(),
  avatarUrl: v.nullable(v.string()),
  backgroundUrl: v.nullable(v.string()),
  wallets: v.array(requestWalletSchema),
  socials: v.array(v.object({ platform: v.picklist(socialPlatformCodes), username: v.string() })),
});

const messageContentSchema = v.object({
  sentAt: v.string(),
  isPrivate: v.boolean(),
  /** Null in the global chat, and once erased. */
  receiver: v.nullable(memberCardSchema),
  content: v.string(),
  messageType: v.picklist(messageTypes),
  /** Null also once the recording is gone. */
  voiceUrl: v.nullable(v.string()),
  voiceSeconds: v.nullable(v.number()),
});

/** As it was at a report. */
export const reportedContentSchema = v.variant('kind', [
  v.object({ kind: v.literal('profile'), profile: profileContentSchema }),
  v.object({ kind: v.literal('address'), wallet: requestWalletSchema }),
  v.object({ kind: v.literal('message'), message: messageContentSchema }),
]);
export type ReportedContent = v.InferOutput<typeof reportedContentSchema>;

export const memberReportSchema = v.object({
  position: positionSchema,
  /** Null if the reporter was erased. */
  reporter: v.nullable(memberCardSchema),
  reason: v.picklist(reportReasons),
  text: v.string(),
  reportedAt: v.string(),
});
export type MemberReport = v.InferOutput<typeof memberReportSchema>;

/** `GET /api/admin/reports/{caseId}`, with the newest reports. */
export const caseDetailsSchema = v.object({
  case: reportCaseSchema,
  /** Position of the report that `content` belongs to. */
  at: positionSchema,
  content: reportedContentSchema,
  reports: v.array(memberReportSchema),
});
export type CaseDetails = v.InferOutput<typeof caseDetailsSchema>;

/** `at` is the position of a report; by default of the newest. */
export const caseDetailsQuerySchema = v.object({ at: v.optional(positionSchema) });
