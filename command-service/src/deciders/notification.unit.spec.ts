import type { NotificationEvent } from '@pmcw/contracts/events';
import { describe, expect, it } from 'vitest';
import { given, refused, specActor, specTime } from '../../test/given.ts';
import { notificationDecider, type PublishNotification } from './notification.ts';

const text = { title: 'News', message: 'To all' };
const publish = (isActive: boolean): PublishNotification => ({
  type: 'PublishNotification',
  id: 'n',
  actorId: specActor,
  ...text,
  isActive,
});
const toggle = (isActive: boolean) => ({ type: 'ToggleNotification', isActive }) as const;
const published = (isActive: boolean): NotificationEvent => ({
  type: 'NotificationPublished',
  data: { notificationId: 'n', ...text, isActive },
});
const activated = (isFirst: boolean): NotificationEvent => ({
  type: 'NotificationActivated',
  data: { notificationId: 'n', announces: isFirst ? { ...text, createdAt: specTime } : null },
});
const deactivated: NotificationEvent = { type: 'NotificationDeactivated', data: { notificationId: 'n' } };

describe('a notification', () => {
  it('is published, active or inactive', () => {
    for (const isActive of [true, false]) {
      expect(given(notificationDecider).when(publish(isActive))).toEqual([published(isActive)]);
    }
  });

  it('is published once: a repeat leaves no event, even after it was hidden', () => {
    expect(given(notificationDecider, published(true)).when(publish(true))).toEqual([]);
    expect(given(notificationDecider, published(true), deactivated).when(publish(true))).toEqual([]);
  });

  it.each([{ title: 'Other' }, { message: 'Other' }, { actorId: specActor + 1 }])(
    'is refused with the id of another: %j',
    (other) => {
      const again = () => given(notificationDecider, published(true)).when({ ...publish(true), ...other });
      expect(again).toThrow(refused('conflict'));
    },
  );

  it('records its author and time', () => {
    expect(given(notificationDecider, published(true), deactivated).state).toMatchObject({
      ...text,
      isActive: false,
      createdAt: specTime,
      createdBy: specActor,
    });
  });

  it('can be toggled only once published', () => {
    expect(() => given(notificationDecider).when(toggle(true))).toThrow(refused('not_found'));
  });

  it.each([
    [[published(true)], true],
    [[published(false)], false],
    [[published(true), deactivated], false],
    [[published(false), activated(true)], true],
  ] as const)('%j leaves no event if it is %s already', (events, isActive) => {
    expect(given(notificationDecider, ...events).when(toggle(isActive))).toEqual([]);
  });

  it('is announced by its first activation', () => {
    expect(given(notificationDecider, published(false)).when(toggle(true))).toEqual([activated(true)]);
  });

  it.each([
    [[published(true), deactivated]],
    [[published(false), activated(true), deactivated]],
    [[published(true), deactivated, activated(false), deactivated]],
  ])('%j is not announced again', (events) => {
    expect(given(notificationDecider, ...events).when(toggle(true))).toEqual([activated(false)]);
  });

  it('is hidden', () => {
    expect(given(notificationDecider, published(true)).when(toggle(false))).toEqual([deactivated]);
  });
});
