import * as v from 'valibot';
import { userTypes } from '../accounts/userTypes.ts';
import { limits } from '../shared/limits.ts';
import { newIdSchema } from '../shared/scalars.ts';
import { validationTexts } from '../shared/validationTexts.ts';
import { asManyLines } from '../text/actions.ts';

const say = validationTexts;

/** `PATCH /api/admin/users/{id}/suspend`. */
export const suspendBodySchema = v.object({ isSuspended: v.boolean(say.invalidValue) });

export const issueResetLinkBodySchema = v.nullish(v.object({ id: newIdSchema }), {});

/** `PATCH /api/admin/users/{id}/type`. */
export const changeTypeBodySchema = v.object({ userType: v.picklist(userTypes, say.unknownUserType) });

/** `PATCH /api/admin/users/{id}/pmcw-tokens` (spec §5 "Admin token input"). */
export const setTokensBodySchema = v.object({
  pmcwTokens: v.pipe(
    v.number(say.tokensInvalid),
    v.integer(say.tokensInvalid),
    v.minValue(0, say.tokensInvalid),
    v.maxValue(limits.tokensMax, say.tokensInvalid),
  ),
});

/** `PUT /api/admin/users/{id}/notes`. */
export const notesBodySchema = v.object({
  notes: v.pipe(v.string(say.invalidValue), asManyLines(), v.maxLength(limits.notesMax, say.tooLong)),
});
