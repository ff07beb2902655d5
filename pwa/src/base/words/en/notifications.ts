import { roomWords } from '../room.ts';

/** Spec §2 "Notifications bell". */
export const notifications = roomWords('notifications', {
  /** `count` is formatted. */
  bell: (unread: number, count: string) =>
    unread === 0 ? 'Notifications' : `Notifications, ${count} unread`,
  title: 'Notifications',
  markAllRead: 'Mark all as read',
  dismiss: (title: string) => `Delete notification: ${title}`,
  /** Before a title, for screen readers. */
  unread: 'Unread: ',
  readSuffix: ' • Read',
  showOlder: 'Show older',
  none: 'No notifications yet',
  noneText: 'News from the administrators will be here.',
  notLoaded: 'Failed to load notifications',
  notChanged: 'Error updating notifications',
  offline: 'You are offline',
  offlineText: 'Notifications will be here when the connection is back.',
  notFresh: 'No connection. This is what was here last.',
});
