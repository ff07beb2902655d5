import { z } from 'zod';

const readerId = z.int().positive();
const notificationId = z.string();

/**
 * Events of `notification-{id}` streams: what administrators tell all members. There is no event per member; who has
 * it delivered follows from these, and from the members' own `inboxNotificationEvents`.
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
      /** What all members are told, with the time of publishing; null where they were told before: it is told once. */
      announces: z.object({ title: z.string(), message: z.string(), createdAt: z.string() }).nullable(),
    }),
  },
  NotificationDeactivated: { version: 1, schema: z.object({ notificationId }) },
} as const;

/**
 * Events of `inbox-{userId}` streams about notifications: published ones by their id, and a member's own (the
 * outcome of a verification) by the id of the event that led to them.
 */
export const inboxNotificationEvents = {
  NotificationRead: { version: 1, schema: z.object({ readerId, notificationId }) },
  /** Everything that was delivered up to a position is read. */
  AllNotificationsRead: {
    version: 1,
    schema: z.object({ readerId, upTo: z.string().regex(/^\d+$/) }),
    positions: ['upTo'],
  },
  /** The member removed it from their list, for good. */
  NotificationDismissed: { version: 1, schema: z.object({ readerId, notificationId }) },
} as const;
