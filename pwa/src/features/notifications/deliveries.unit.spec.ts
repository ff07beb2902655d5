import { type Delivery, deliveryOf, type ToldNotification } from '@pmcw/contracts';
import { describe, expect, it } from 'vitest';
import { deliveriesAfter, isBehind, newDelivery, onlyUnread, withNewest } from './deliveries.ts';

const announcement = (notificationId: string): ToldNotification => ({
  notificationId,
  title: `title ${notificationId}`,
  message: 'message',
  createdAt: '2026-01-01T00:00:00.000Z',
});
const list: readonly Delivery[] = ['c', 'b', 'a'].map((id) => newDelivery(7, announcement(id)));
const readIds = (deliveries: readonly Delivery[]) =>
  deliveries.filter(({ read }) => read).map(({ notificationId }) => notificationId);

describe('after an action', () => {
  it('one is read', () => {
    expect(readIds(deliveriesAfter({ type: 'read', notificationId: 'b' }, list))).toEqual(['b']);
  });

  it('all are read', () => {
    expect(onlyUnread(deliveriesAfter({ type: 'read-all' }, list))).toEqual([]);
    expect(deliveriesAfter({ type: 'read-all' }, list)).toHaveLength(3);
  });

  it('one is gone', () => {
    const left = deliveriesAfter({ type: 'dismiss', id: '7-b' }, list);
    expect(left.map(({ notificationId }) => notificationId)).toEqual(['c', 'a']);
  });

  it('an unlisted notification changes nothing', () => {
    expect(deliveriesAfter({ type: 'read', notificationId: 'x' }, list)).toEqual(list);
    expect(deliveriesAfter({ type: 'dismiss', id: '8-b' }, list)).toEqual(list);
  });
});

describe('the list', () => {
  const listedAt = (id: string, createdAt: string): Delivery => ({
    ...newDelivery(7, announcement(id)),
    createdAt,
  });
  const older = listedAt('old', '2026-01-01T00:00:00.000Z');
  const newer = listedAt('new', '2026-01-02T00:00:00.000Z');

  it.each([
    ['nothing is unread', [older], [], false],
    ['it has the newest', [newer, older], [newer], false],
    ['the newest is among the older ones that are not shown', [newer], [older], false],
    ['it lacks the newest', [older], [newer, older], true],
    ['it has nothing', [], [newer], true],
  ] as const)('lags behind the badge? When %s: %#', (_when, listed, unread, answer) => {
    expect(isBehind(listed, unread)).toBe(answer);
  });
});

describe('a pushed notification', () => {
  it('is the delivery that the server will list', () => {
    const notificationId = '0190b5c0-0000-7000-8000-000000000001';
    const delivery = newDelivery(7, announcement(notificationId));
    expect(deliveryOf(delivery.id)).toEqual({ userId: 7, notificationId });
    expect(delivery).toMatchObject({ userId: 7, read: false, notification: { message: 'message' } });
  });

  it('comes first, and once', () => {
    const newest = newDelivery(7, announcement('d'));
    const withIt = withNewest(newest, list);
    expect(withIt.map(({ notificationId }) => notificationId)).toEqual(['d', 'c', 'b', 'a']);
    expect(withNewest(newest, withIt)).toBe(withIt);
  });
});
