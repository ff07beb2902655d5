import * as v from 'valibot';
import { userTypes } from '../accounts/userTypes.ts';
import { limits } from '../shared/limits.ts';
import { newIdSchema } from '../shared/scalars.ts';
import { validationTexts as validation } from '../shared/validationTexts.ts';
import { asManyLines } from '../text/actions.ts';

/** `PATCH /api/admin/users/{id}/suspend`. */
export const suspendBodySchema = v.object({ isSuspended: v.boolean(validation.invalidValue) });

export const issueResetLinkBodySchema = v.nullish(v.object({ id: newIdSchema }), {});

/** `PATCH /api/admin/users/{id}/type`. */
export const changeTypeBodySchema = v.object({
  userType: v.picklist(userTypes, validation.unknownUserType),
});

/** `PATCH /api/admin/users/{id}/pmcw-tokens` (spec §5 "Admin token input"). */
export const setTokensBodySchema = v.object({
  pmcwTokens: v.pipe(
    v.number(validation.tokensInvalid),
    v.integer(validation.tokensInvalid),
    v.minValue(0, validation.tokensInvalid),
    v.maxValue(limits.tokensMax, validation.tokensInvalid),
  ),
});

/** `PUT /api/admin/users/{id}/notes`. */
export const notesBodySchema = v.object({
  notes: v.pipe(
    v.string(validation.invalidValue),
    asManyLines(),
    v.maxLength(limits.notesMax, validation.tooLong),
  ),
});
