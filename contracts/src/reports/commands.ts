import * as v from 'valibot';
import { limits } from '../shared/limits.ts';
import { messageIdSchema, userIdSchema } from '../shared/scalars.ts';
import { validationTexts as validation } from '../shared/validationTexts.ts';
import { asManyLines } from '../text/actions.ts';
import { rejectBodySchema } from '../verification/commands.ts';
import { caseOutcomes, reportReasons } from './cases.ts';

const reportedSchema = v.variant(
  'kind',
  [
    v.object({ kind: v.literal('profile'), memberId: userIdSchema }),
    v.object({
      kind: v.literal('address'),
      memberId: userIdSchema,
      walletId: v.pipe(v.string(validation.invalidValue), v.maxLength(64, validation.tooLong)),
    }),
    v.object({ kind: v.literal('message'), messageId: messageIdSchema }),
  ],
  validation.invalidValue,
);
export type Reported = v.InferOutput<typeof reportedSchema>;

const hasReason = ({ reason, text }: { readonly reason: string; readonly text: string }): boolean =>
  reason !== 'other' || text.trim() !== '';

/** `POST /api/reports`. The reason `other` needs a text. */
export const reportBodySchema = v.pipe(
  v.object({
    reported: reportedSchema,
    reason: v.picklist(reportReasons, validation.reasonRequired),
    text: v.optional(
      v.pipe(
        v.string(validation.invalidValue),
        asManyLines(),
        v.maxLength(limits.reportTextMax, validation.tooLong),
      ),
      '',
    ),
  }),
  v.forward(v.partialCheck([['reason'], ['text']], hasReason, validation.reasonRequired), ['text']),
);
export type ReportBody = v.InferOutput<typeof reportBodySchema>;

/** `POST /api/admin/reports/{caseId}/close`. */
export const closeCaseBodySchema = v.object({
  outcome: v.picklist(caseOutcomes, validation.invalidValue),
  ...rejectBodySchema.entries,
});
export type CloseCaseBody = v.InferOutput<typeof closeCaseBodySchema>;

export const caseIdSchema = v.pipe(
  v.string(),
  v.regex(
    /^(profile-[1-9]\d{0,14}|address-[1-9]\d{0,14}-[\w-]{1,64}|message-[0-9a-f-]{36})$/,
    validation.invalidValue,
  ),
);
