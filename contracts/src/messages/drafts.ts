import * as v from 'valibot';
import { limits } from '../shared/limits.ts';
import { userIdParamSchema } from '../shared/scalars.ts';
import { validationTexts } from '../shared/validationTexts.ts';
import { isVisible } from '../text/visible.ts';
import { actingForEntries } from './commands.ts';

const say = validationTexts;

/** Whose draft it is to, in a path: `global`, or a member's id. */
export const draftConversationSchema = v.pipe(
  v.string(),
  v.regex(/^(global|[1-9]\d{0,8})$/, say.invalidValue),
);

const draftTextSchema = v.pipe(
  v.string(say.invalidValue),
  v.maxLength(limits.draftMax, say.draftTooLong),
  // What no database takes as text.
  v.check((text) => !text.includes('\0'), say.invalidValue),
);

/** What a member has begun to write in a conversation, as their devices agree on it. */
const draftEntries = {
  /** What stands in the composer; empty once it was sent or thrown away. */
  text: draftTextSchema,
  /** What was written at the same time on other devices, and is offered beside it. */
  aside: v.pipe(
    v.array(v.pipe(draftTextSchema, v.check(isVisible, say.invalidValue))),
    v.maxLength(limits.draftAsides, say.invalidValue),
  ),
};

/** Body of `PUT /api/drafts/{conversation}`. */
export const putDraftBodySchema = v.object({
  ...actingForEntries,
  ...draftEntries,
  /** Revision of the draft that this one was made from; 0 when there was none. */
  basedOn: v.pipe(
    v.number(say.invalidValue),
    v.safeInteger(say.invalidValue),
    v.minValue(0, say.invalidValue),
  ),
});
export type PutDraftBody = v.InferOutput<typeof putDraftBodySchema>;

/** A draft as the server has it. */
export const draftSchema = v.object({
  conversation: draftConversationSchema,
  ...draftEntries,
  /** Grows with each change. */
  revision: v.number(),
});
export type SyncedDraft = v.InferOutput<typeof draftSchema>;

/** Query of `GET /api/drafts`: whose they have to be, for a browser whose session may be another member's by now. */
export const draftsQuerySchema = v.object({ senderId: v.optional(userIdParamSchema) });

/** `GET /api/drafts`: all of a member's, the emptied ones of the last weeks among them, so that other devices empty theirs. */
export const draftsSchema = v.array(draftSchema);
