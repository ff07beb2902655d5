import { z } from 'zod';

const readerId = z.int().positive();
const notificationId = z.string();

/**
 * Of `notification-{id}` streams, for all members. Deliveries follow from these and the members'
 * `inboxNotificationEvents`.
 */
export const notificationEvents = {
  NotificationPublished: {
    version: 1,
    schema: z.object({ notificationId, title: z.string(), message: z.string(), isActive: z.boolean() }),
  },
  NotificationActivated: {
    version: 1,
    schema: z.object({
      notificationId,
      /** The announced text with the time of publication; null if it was announced before. */
      announces: z.object({ title: z.string(), message: z.string(), createdAt: z.string() }).nullable(),
    }),
  },
  NotificationDeactivated: { version: 1, schema: z.object({ notificationId }) },
} as const;

/** Of `inbox-{userId}` streams. A member's own notice (the outcome of a verification) has the id of its event. */
export const inboxNotificationEvents = {
  NotificationRead: { version: 1, schema: z.object({ readerId, notificationId }) },
  /** Everything delivered up to a position is read. */
  AllNotificationsRead: {
    version: 1,
    schema: z.object({ readerId, upTo: z.string().regex(/^\d+$/) }),
    positions: ['upTo'],
  },
  NotificationDismissed: { version: 1, schema: z.object({ readerId, notificationId }) },
} as const;
