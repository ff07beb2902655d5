import * as v from 'valibot';
import { userTypes } from '../accounts/userTypes.ts';
import { limits } from '../shared/limits.ts';
import { flagParamSchema, pageParamSchema, pageSizeSchema } from '../shared/scalars.ts';
import { validationTexts } from '../shared/validationTexts.ts';
import { asOneLine } from '../text/actions.ts';

/** Spec §9. */
export const userSorts = ['newest', 'oldest', 'username'] as const;

/** Spec §3 "User search/filter shape". */
export const directoryQuerySchema = v.object({
  query: v.optional(v.pipe(v.string(), asOneLine(), v.maxLength(100, validationTexts.tooLong)), ''),
  isAuthorized: v.optional(flagParamSchema),
  userType: v.optional(v.picklist(userTypes, validationTexts.unknownUserType)),
  hasProof: v.optional(flagParamSchema),
  page: v.optional(pageParamSchema, '1'),
  limit: pageSizeSchema(limits.directoryPageSize, limits.directoryPageSizeMax),
  sort: v.optional(v.picklist(userSorts, validationTexts.invalidValue), 'username'),
});
export type DirectoryQuery = v.InferOutput<typeof directoryQuerySchema>;
