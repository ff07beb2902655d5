import * as v from 'valibot';
import { limits } from '../shared/limits.ts';
import { refusalsInApp, validationTexts } from '../shared/validationTexts.ts';
import { asManyLines, asOneLine } from '../text/actions.ts';

const say = validationTexts;

const nonBlank = (as: typeof asOneLine, most: number) =>
  v.pipe(
    v.string(say.notificationIncomplete),
    as(),
    v.minLength(1, say.notificationIncomplete),
    v.maxLength(most, say.tooLong),
  );

/** Body of `POST /api/admin/notifications` (spec §5 "Notification creation"); all of them are global. */
export const publishNotificationBodySchema = v.object({
  title: nonBlank(asOneLine, limits.notificationTitleMax),
  message: nonBlank(asManyLines, limits.notificationMessageMax),
  isActive: v.optional(v.boolean(say.invalidValue), true),
  isGlobal: v.optional(v.literal(true, say.invalidValue), true),
});
/** See `publishNotificationBodySchema`. */
export type PublishNotificationBody = v.InferOutput<typeof publishNotificationBodySchema>;

/** Body of `PATCH /api/admin/notifications/{id}`. */
export const toggleNotificationBodySchema = v.object({ isActive: v.boolean(say.invalidValue) });

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

/** Id of a notification as part of a path. */
export const notificationIdSchema = v.pipe(
  v.string(),
  v.regex(new RegExp(`^${uuid}$`), refusalsInApp.notificationNotFound),
);

const deliveryIdPattern = new RegExp(`^([1-9]\\d{0,14})-(${uuid})$`);

/** Id of a delivery: its member's, a hyphen and the notification's. Nothing is stored for a delivery until it is read or dismissed. */
export const deliveryId = (userId: number, notificationId: string): string => `${userId}-${notificationId}`;

/** What a delivery's id stands for; null when it is none. */
export function deliveryOf(id: string): { readonly userId: number; readonly notificationId: string } | null {
  const [, userId, notificationId] = deliveryIdPattern.exec(id) ?? [];
  return userId === undefined || notificationId === undefined
    ? null
    : { userId: Number(userId), notificationId };
}
