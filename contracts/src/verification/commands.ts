import * as v from 'valibot';
import { limits } from '../shared/limits.ts';
import { newIdSchema, userIdSchema } from '../shared/scalars.ts';
import { validationTexts as validation } from '../shared/validationTexts.ts';
import { asManyLines } from '../text/actions.ts';

/** `PATCH /api/admin/users/{id}/authorize`. */
export const authorizeBodySchema = v.object({ isAuthorized: v.boolean(validation.invalidValue) });

/** As seen by the administrator; it may have changed since. */
export const confirmVerificationBodySchema = v.object({
  fullName: v.pipe(v.string(validation.invalidValue), v.maxLength(limits.fullNameMax, validation.tooLong)),
  avatarUrl: v.nullable(
    v.pipe(v.string(validation.invalidValue), v.maxLength(limits.linkMax, validation.tooLong)),
  ),
});

/** `POST /api/verification-requests`; `userId`, if sent, must be the sender's. */
export const requestVerificationBodySchema = v.object({
  id: newIdSchema,
  userId: v.optional(userIdSchema),
  message: v.optional(
    v.pipe(
      v.string(validation.invalidValue),
      asManyLines(),
      v.maxLength(limits.requestMessageMax, validation.tooLong),
    ),
    '',
  ),
});

export const rejectBodySchema = v.object({
  reason: v.pipe(
    v.string(validation.reasonRequired),
    asManyLines(),
    v.minLength(1, validation.reasonRequired),
    v.maxLength(limits.requestMessageMax, validation.tooLong),
  ),
});

const requestIdPattern =
  /^([1-9]\d{0,14})-[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

export const verificationRequestId = (userId: number, uuid: string): string => `${userId}-${uuid}`;

export function memberOfVerificationRequest(requestId: string): number | null {
  const [, userId] = requestIdPattern.exec(requestId) ?? [];
  return userId === undefined ? null : Number(userId);
}
