import { roomWords } from '../../room.ts';

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
  noneText: 'News from the administrators will appear here.',
  notLoaded: 'Failed to load notifications',
  notChanged: 'Error updating notifications',
  offline: 'You are offline',
  offlineText: 'Your notifications will appear when you are back online.',
  notFresh: 'No connection. This list may be out of date.',
});
