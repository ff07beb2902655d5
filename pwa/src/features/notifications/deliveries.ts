import { type Delivery, deliveryId, type ToldNotification } from '@pmcw/contracts';

/** What a member can do with what they were told (spec §4 "Notification delivery"). */
export type DeliveryAction =
  | { readonly type: 'read'; readonly notificationId: string }
  | { readonly type: 'read-all' }
  | { readonly type: 'dismiss'; readonly id: string };

/** A list of deliveries once an action is done. */
export function after(action: DeliveryAction, deliveries: readonly Delivery[]): readonly Delivery[] {
  switch (action.type) {
    case 'read':
      return deliveries.map((delivery) =>
        delivery.notificationId === action.notificationId ? { ...delivery, read: true } : delivery,
      );
    case 'read-all':
      return deliveries.map((delivery) => ({ ...delivery, read: true }));
    case 'dismiss':
      return deliveries.filter(({ id }) => id !== action.id);
    default:
      return action satisfies never;
  }
}

/** Those that are not read. */
export const onlyUnread = (deliveries: readonly Delivery[]): readonly Delivery[] =>
  deliveries.filter(({ read }) => !read);

/** The delivery that a told notification is for a member; the server makes the same one. */
export function deliveredNow(userId: number, told: ToldNotification): Delivery {
  const { notificationId, ...notification } = told;
  return {
    id: deliveryId(userId, notificationId),
    userId,
    notificationId,
    read: false,
    createdAt: notification.createdAt,
    notification,
  };
}

/** Whether the unread ones tell of something newer than all that is listed: the list was asked for before that came. */
export function isBehind(listed: readonly Delivery[], unread: readonly Delivery[]): boolean {
  const [newest] = unread;
  if (newest === undefined || listed.some(({ id }) => id === newest.id)) return false;
  return listed[0] === undefined || newest.createdAt > listed[0].createdAt;
}

/** With a delivery at the top, unless it is there already. */
export const withNewest = (delivery: Delivery, deliveries: readonly Delivery[]): readonly Delivery[] =>
  deliveries.some(({ id }) => id === delivery.id) ? deliveries : [delivery, ...deliveries];
