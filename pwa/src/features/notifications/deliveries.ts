import { type Delivery, deliveryId, type ToldNotification } from '@pmcw/contracts';

export type DeliveryAction =
  | { readonly type: 'read'; readonly notificationId: string }
  | { readonly type: 'read-all' }
  | { readonly type: 'dismiss'; readonly id: string };

export function deliveriesAfter(
  action: DeliveryAction,
  deliveries: readonly Delivery[],
): readonly Delivery[] {
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

export const onlyUnread = (deliveries: readonly Delivery[]): readonly Delivery[] =>
  deliveries.filter(({ read }) => !read);

/** Builds the same delivery as the server. */
export function newDelivery(userId: number, announced: ToldNotification): Delivery {
  const { notificationId, ...notification } = announced;
  return {
    id: deliveryId(userId, notificationId),
    userId,
    notificationId,
    read: false,
    createdAt: notification.createdAt,
    notification,
  };
}

/** Whether an unread notification is newer than the whole list, which was fetched earlier. */
export function isBehind(listed: readonly Delivery[], unread: readonly Delivery[]): boolean {
  const [newest] = unread;
  if (newest === undefined || listed.some(({ id }) => id === newest.id)) return false;
  return listed[0] === undefined || newest.createdAt > listed[0].createdAt;
}

export const withNewest = (delivery: Delivery, deliveries: readonly Delivery[]): readonly Delivery[] =>
  deliveries.some(({ id }) => id === delivery.id) ? deliveries : [delivery, ...deliveries];
