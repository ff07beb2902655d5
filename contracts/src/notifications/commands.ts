import * as v from 'valibot';
import { limits } from '../shared/limits.ts';
import { newIdSchema } from '../shared/scalars.ts';
import { validationTexts as validation } from '../shared/validationTexts.ts';
import { asManyLines, asOneLine } from '../text/actions.ts';

const nonBlank = (as: typeof asOneLine, most: number) =>
  v.pipe(
    v.string(validation.notificationIncomplete),
    as(),
    v.minLength(1, validation.notificationIncomplete),
    v.maxLength(most, validation.tooLong),
  );

/** `POST /api/admin/notifications` (spec §5 "Notification creation"); all are global. */
export const publishNotificationBodySchema = v.object({
  id: newIdSchema,
  title: nonBlank(asOneLine, limits.notificationTitleMax),
  message: nonBlank(asManyLines, limits.notificationMessageMax),
  isActive: v.optional(v.boolean(validation.invalidValue), true),
  isGlobal: v.optional(v.literal(true, validation.invalidValue), true),
});
export type PublishNotificationBody = v.InferOutput<typeof publishNotificationBodySchema>;

/** `PATCH /api/admin/notifications/{id}`. */
export const toggleNotificationBodySchema = v.object({ isActive: v.boolean(validation.invalidValue) });
