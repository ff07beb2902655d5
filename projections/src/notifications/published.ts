import type { NotificationEvent } from '@pmcw/contracts/events';
import type { ProductRecord } from '../runner/model.ts';
import type { PublishedTable } from '../tables.ts';

export type NotificationRecord = Extract<ProductRecord, { type: NotificationEvent['type'] }>;

export function publishedAfter(row: PublishedTable | null, event: NotificationRecord): PublishedTable | null {
  const at = { first_at: new Date(event.metadata.time), first_position: String(event.position) };
  if (event.type === 'NotificationPublished') {
    const { notificationId, title, message, isActive } = event.data;
    return {
      notification_id: notificationId,
      ...{ title, message, is_active: isActive },
      created_at: at.first_at,
      created_by: event.metadata.actorId,
      position: at.first_position,
      ...(isActive ? at : { first_at: null, first_position: null }),
    };
  }
  if (row === null) return null;
  switch (event.type) {
    case 'NotificationActivated':
      return { ...row, is_active: true, ...(row.first_position === null ? at : {}) };
    case 'NotificationDeactivated':
      return { ...row, is_active: false };
    default:
      return event satisfies never;
  }
}
