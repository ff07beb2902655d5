import type { Position } from './position.ts';

/**
 * Notifications for all members, listed for administrators by `position desc`. Members get those that are active by
 * `first_position desc`; write `is_active` in the query.
 */
export interface PublishedTable {
  notification_id: string;
  title: string;
  message: string;
  is_active: boolean;
  created_at: Date;
  /** Null once that member is deleted. */
  created_by: number | null;
  /** Of the publication. */
  position: Position;
  first_at: Date | null;
  first_position: Position | null;
}

/**
 * A member as a reader of notifications. Those first active before `joined_position` count as delivered on joining, in
 * the order of `first_position`.
 */
export interface NotificationReadersTable {
  member_id: number;
  joined_at: Date;
  joined_position: Position;
  /** Everything delivered up to here is read; 0 for nothing. */
  read_up_to: Position;
}

/** A notification for one member: the outcome of a verification. Ordered by `position desc`. */
export interface NoticesTable {
  member_id: number;
  notification_id: string;
  title: string;
  message: string;
  created_at: Date;
  position: Position;
}

/** No row: nothing, or read only together with all others. */
export interface ReceiptsTable {
  member_id: number;
  notification_id: string;
  is_read: boolean;
  /** Removed from the list permanently. */
  is_dismissed: boolean;
}
