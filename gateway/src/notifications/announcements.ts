import type { ServerFrame } from '@pmcw/contracts';
import { type NoticeEvent, noticeText, type ProductEvents } from '@pmcw/contracts/events';
import type { RecordedEvent } from '@pmcw/event-store';

type RecordedOf<T extends RecordedEvent<ProductEvents>['type']> = Extract<
  RecordedEvent<ProductEvents>,
  { type: T }
>;

type Activated = RecordedOf<'NotificationActivated'>;
type Announces = NonNullable<Activated['data']['announces']>;

/** A first activation (spec §4 "Notification"). */
type Announcement =
  | RecordedOf<'NotificationPublished'>
  | (Activated & { readonly data: { readonly announces: Announces } });

export type DeliveringEvent = Announcement | RecordedOf<NoticeEvent['type']>;

type DeliveringOf<T extends DeliveringEvent['type']> = Extract<DeliveringEvent, { type: T }>;

const notice = (event: RecordedOf<NoticeEvent['type']>): Announces => ({
  ...noticeText(event),
  createdAt: event.metadata.time,
});

const texts: { readonly [T in DeliveringEvent['type']]: (event: DeliveringOf<T>) => Announces } = {
  NotificationPublished: ({ data: { title, message }, metadata }) => ({
    title,
    message,
    createdAt: metadata.time,
  }),
  NotificationActivated: ({ data }) => data.announces,
  UserVerified: notice,
  VerificationRejected: notice,
  MemberWarned: notice,
  WarningWithdrawn: notice,
  ReportAnswered: notice,
};

const textOf = <T extends DeliveringEvent['type']>(type: T, event: DeliveringOf<T>): Announces =>
  texts[type](event);

/** Whether it is a notification prepared for later or shown again. */
export function isWithheld(event: RecordedEvent<ProductEvents>): boolean {
  if (event.type === 'NotificationPublished') return !event.data.isActive;
  return event.type === 'NotificationActivated' && event.data.announces === null;
}

/** The id for reading and removing it. */
export const notificationIdOf = (event: DeliveringEvent): string =>
  'notificationId' in event.data ? event.data.notificationId : event.eventId;

export function notificationFrame(event: DeliveringEvent): Extract<ServerFrame, { type: 'notification' }> {
  return {
    type: 'notification',
    notification: { notificationId: notificationIdOf(event), ...textOf(event.type, event) },
    position: String(event.position),
  };
}
