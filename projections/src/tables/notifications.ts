import { boolean, exactText, integer, nullable, position, text, timestamp } from '../storage/columns.ts';
import { defineTable, type RowOf } from '../storage/table.ts';

/**
 * Notifications for all members, listed for administrators by `position desc`. Members get those that are active by
 * `first_position desc`; write `is_active` in the query.
 */
export const published = defineTable('published', ['notification_id'], {
  notification_id: exactText,
  title: text,
  message: text,
  is_active: boolean,
  created_at: timestamp,
  /** Null once that member is deleted. */
  created_by: nullable(integer),
  /** Of the publication. */
  position,
  first_at: nullable(timestamp),
  first_position: nullable(position),
});
export interface PublishedTable extends RowOf<typeof published> {}

/**
 * A member as a reader of notifications. Those first active before `joined_position` count as delivered on joining, in
 * the order of `first_position`.
 */
export const notificationReaders = defineTable('readers', ['member_id'], {
  member_id: integer,
  joined_at: timestamp,
  joined_position: position,
  /** Everything delivered up to here is read; 0 for nothing. */
  read_up_to: position,
});
export interface NotificationReadersTable extends RowOf<typeof notificationReaders> {}

/** A notification for one member: the outcome of a verification. Ordered by `position desc`. */
export const notices = defineTable('notices', ['member_id', 'notification_id'], {
  member_id: integer,
  notification_id: exactText,
  title: text,
  message: text,
  created_at: timestamp,
  position,
});
export interface NoticesTable extends RowOf<typeof notices> {}

/** No row: nothing, or read only together with all others. */
export const receipts = defineTable('receipts', ['member_id', 'notification_id'], {
  member_id: integer,
  notification_id: exactText,
  is_read: boolean,
  /** Removed from the list permanently. */
  is_dismissed: boolean,
});
export interface ReceiptsTable extends RowOf<typeof receipts> {}
