import { z } from 'zod';
import { caseOutcomes, reportKinds, reportReasons } from '../reports/cases.ts';

const userId = z.int().positive();

/** `memberId` is the reported member. */
const ofCase = { caseId: z.string(), memberId: userId };

/** Of `case-{caseId}` streams: all reports of one profile, address or message. */
export const caseEvents = {
  /** The reported content is in the log before this event. */
  ContentReported: {
    version: 1,
    schema: z.object({
      ...ofCase,
      kind: z.enum(reportKinds),
      /** Of the address or message; null for a profile. */
      itemId: z.string().nullable(),
      reporterId: userId,
      reason: z.enum(reportReasons),
      text: z.string(),
    }),
    personal: { subject: 'reporterId', fields: ['text'] },
  },
  CaseClosed: {
    version: 1,
    schema: z.object({ ...ofCase, outcome: z.enum(caseOutcomes), reason: z.string() }),
    personal: { subject: 'memberId', fields: ['reason'] },
  },
  /** The decision was undone. */
  CaseReopened: { version: 1, schema: z.object(ofCase) },
} as const;

/** Consequences of a `CaseClosed`, for the reported member and for those who reported. */
export const caseNoticeEvents = {
  MemberWarned: {
    version: 1,
    schema: z.object({ userId, caseId: z.string(), reason: z.string() }),
    personal: { subject: 'userId', fields: ['reason'] },
  },
  WarningWithdrawn: { version: 1, schema: z.object({ userId, caseId: z.string() }) },
  /** `userId` is a reporter. */
  ReportAnswered: {
    version: 1,
    schema: z.object({ userId, caseId: z.string(), outcome: z.enum(caseOutcomes) }),
  },
} as const;
