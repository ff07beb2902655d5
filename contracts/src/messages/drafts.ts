import * as v from 'valibot';
import { memberCardSchema } from '../accounts/queries.ts';
import { limits } from '../shared/limits.ts';
import { userIdParamSchema } from '../shared/scalars.ts';
import { validationTexts as validation } from '../shared/validationTexts.ts';
import { isVisible } from '../text/visible.ts';
import { actingForEntries, conversationNameSchema } from './commands.ts';

const draftTextSchema = v.pipe(
  v.string(validation.invalidValue),
  v.maxLength(limits.draftMax, validation.draftTooLong),
  // Postgres can't store NUL.
  v.check((text) => !text.includes('\0'), validation.invalidValue),
);

const draftEntries = {
  /** Empty once sent or discarded. */
  text: draftTextSchema,
  /** Concurrent versions from other devices, offered beside the text. */
  aside: v.pipe(
    v.array(v.pipe(draftTextSchema, v.check(isVisible, validation.invalidValue))),
    v.maxLength(limits.draftAsides, validation.invalidValue),
  ),
};

/** `PUT /api/drafts/{conversation}`. */
export const putDraftBodySchema = v.object({
  ...actingForEntries,
  ...draftEntries,
  /** Revision of the previous draft; 0 for none. */
  basedOn: v.pipe(
    v.number(validation.invalidValue),
    v.safeInteger(validation.invalidValue),
    v.minValue(0, validation.invalidValue),
  ),
});
export type PutDraftBody = v.InferOutput<typeof putDraftBodySchema>;

export const draftSchema = v.object({
  conversation: conversationNameSchema,
  ...draftEntries,
  /** Grows with each change. */
  revision: v.number(),
});
export type SyncedDraft = v.InferOutput<typeof draftSchema>;

/** The expected member, because the session may be another's. */
export const draftsQuerySchema = v.object({ senderId: v.optional(userIdParamSchema) });

/** A draft and its recipient, whose name a device may lack before the first message. */
const listedDraftSchema = v.object({
  ...draftSchema.entries,
  /** Null for the global chat and deleted members; missing in answers of earlier versions. */
  member: v.optional(v.nullable(memberCardSchema)),
});
export type ListedDraft = v.InferOutput<typeof listedDraftSchema>;

/** `GET /api/drafts`: includes those emptied in the last weeks, so that other devices empty theirs. */
export const draftsSchema = v.array(listedDraftSchema);
