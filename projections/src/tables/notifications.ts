import type { Position } from './position.ts';

/**
 * What administrators tell all members, listed for them by `position desc`. Every member has every one that
 * `is_active`, without a row of their own, in the order of `first_position desc`: ask with `is_active` written out.
 */
export interface PublishedTable {
  notification_id: string;
  title: string;
  message: string;
  is_active: boolean;
  created_at: Date;
  /** Who published it; null once that member is gone. */
  created_by: number | null;
  /** Place of the publishing in the log. */
  position: Position;
  /** Time and place of the first activation; null while it never was active. */
  first_at: Date | null;
  first_position: Position | null;
}

/**
 * A member as a reader of notifications. One that was first active before `joined_position` is theirs since they joined;
 * the order by `first_position` is that of the deliveries all the same, before all that came later.
 */
export interface NotificationReadersTable {
  member_id: number;
  joined_at: Date;
  joined_position: Position;
  /** Everything that was delivered up to here is read; 0 for nothing. */
  read_up_to: Position;
}

/** A notification that is one member's alone: the outcome of a verification. In the order of `position desc`. */
export interface NoticesTable {
  member_id: number;
  notification_id: string;
  title: string;
  message: string;
  created_at: Date;
  position: Position;
}

/** What a member did with one notification; no row: nothing, or it was only read with all others. */
export interface ReceiptsTable {
  member_id: number;
  notification_id: string;
  is_read: boolean;
  /** Removed from the list, for good. */
  is_dismissed: boolean;
}
