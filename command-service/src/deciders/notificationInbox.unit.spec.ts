import type { InboxNotificationEvent } from '@pmcw/contracts/events';
import { describe, expect, it } from 'vitest';
import { given } from '../../test/given.ts';
import { type NotificationInboxCommand, notificationInboxDecider } from './notificationInbox.ts';

const readerId = 7;
const read = (notificationId: string, deliveredAt: bigint): NotificationInboxCommand => ({
  type: 'ReadNotification',
  readerId,
  notificationId,
  deliveredAt,
});
const readAll = (upTo: bigint): NotificationInboxCommand => ({
  type: 'ReadAllNotifications',
  readerId,
  upTo,
});
const dismiss = (notificationId: string): NotificationInboxCommand => ({
  type: 'DismissNotification',
  readerId,
  notificationId,
});
const wasRead = (notificationId: string): InboxNotificationEvent => ({
  type: 'NotificationRead',
  data: { readerId, notificationId },
});
const allRead = (upTo: string): InboxNotificationEvent => ({
  type: 'AllNotificationsRead',
  data: { readerId, upTo },
});
const dismissed = (notificationId: string): InboxNotificationEvent => ({
  type: 'NotificationDismissed',
  data: { readerId, notificationId },
});
const notFound = expect.objectContaining({ code: 'not_found' });

describe('notifications of a member', () => {
  it('are read one by one, once', () => {
    const { when } = given(notificationInboxDecider, wasRead('a'));
    expect(when(read('b', 5n))).toEqual([wasRead('b')]);
    expect(when(read('a', 4n))).toEqual([]);
  });

  it('are read all at once, up to a position that never moves back', () => {
    const { when } = given(notificationInboxDecider, allRead('9'));
    expect(when(readAll(10n))).toEqual([allRead('10')]);
    for (const upTo of [9n, 8n]) expect(when(readAll(upTo))).toEqual([]);
  });

  it('leave no event if they were already read with all', () => {
    const { when } = given(notificationInboxDecider, allRead('10'));
    for (const at of [9n, 10n]) expect(when(read('a', at))).toEqual([]);
    expect(when(read('a', 11n))).toEqual([wasRead('a')]);
  });

  it('are removed once and permanently, read or not', () => {
    expect(given(notificationInboxDecider, wasRead('a')).when(dismiss('a'))).toEqual([dismissed('a')]);
    expect(given(notificationInboxDecider).when(dismiss('a'))).toEqual([dismissed('a')]);
    const { when } = given(notificationInboxDecider, dismissed('a'), allRead('9'));
    expect(() => when(dismiss('a'))).toThrow(notFound);
    expect(() => when(read('a', 1n))).toThrow(notFound);
    expect(when(dismiss('b'))).toEqual([dismissed('b')]);
  });
});
