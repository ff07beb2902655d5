import * as v from 'valibot';
import { limits } from '../shared/limits.ts';
import { flagParamSchema, pageSizeSchema, positionSchema } from '../shared/scalars.ts';

/** Spec §3 "notifications"; `createdBy` is null once that member is deleted. */
export const notificationSchema = v.object({
  id: v.string(),
  title: v.string(),
  message: v.string(),
  isGlobal: v.boolean(),
  isActive: v.boolean(),
  createdAt: v.string(),
  createdBy: v.nullable(v.number()),
});
export type Notification = v.InferOutput<typeof notificationSchema>;

/** `GET /api/admin/notifications`, newest first. */
export const notificationsSchema = v.array(notificationSchema);

/** `before` is opaque (follow `Link`). */
export const notificationsQuerySchema = v.object({
  before: v.optional(positionSchema),
  limit: pageSizeSchema(limits.notificationsPageSize, limits.notificationsPageSizeMax),
});

const notificationTextSchema = v.object({ title: v.string(), message: v.string(), createdAt: v.string() });

/** Spec §3 "user_notifications". */
export const deliverySchema = v.object({
  id: v.string(),
  userId: v.number(),
  notificationId: v.string(),
  read: v.boolean(),
  createdAt: v.string(),
  notification: notificationTextSchema,
});
export type Delivery = v.InferOutput<typeof deliverySchema>;

/** `GET /api/notifications`, newest first. */
export const deliveriesSchema = v.array(deliverySchema);

/** Spec §7; `before` is opaque (follow `Link`). */
export const deliveriesQuerySchema = v.object({
  includeRead: v.optional(flagParamSchema, 'true'),
  before: v.optional(positionSchema),
  limit: pageSizeSchema(limits.notificationsPageSize, limits.notificationsPageSizeMax),
});
export type DeliveriesQuery = v.InferOutput<typeof deliveriesQuerySchema>;

export const toldNotificationSchema = v.object({
  notificationId: v.string(),
  ...notificationTextSchema.entries,
});
export type ToldNotification = v.InferOutput<typeof toldNotificationSchema>;
