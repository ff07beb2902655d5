import type { ServerFrame } from '@pmcw/contracts';
import { type NoticeEvent, noticeText, noticeTypes, type ProductEvents } from '@pmcw/contracts/events';
import type { RecordedEvent } from '@pmcw/event-store';

type Recorded<T extends RecordedEvent<ProductEvents>['type']> = Extract<
  RecordedEvent<ProductEvents>,
  { type: T }
>;

type Activated = Recorded<'NotificationActivated'>;
type Announces = NonNullable<Activated['data']['announces']>;

/** A first activation: of one published active, or of one that was prepared (spec §4 "Notification"). */
type Announcement =
  | Recorded<'NotificationPublished'>
  | (Activated & { readonly data: { readonly announces: Announces } });

/** An event by which something comes into members' lists: into everybody's, or into that of the member it is about. */
export type DeliveringEvent = Announcement | Recorded<NoticeEvent['type']>;

/** The types of such events; some of these types tell nobody, see `isDelivering`. */
export const deliveringTypes: readonly DeliveringEvent['type'][] = [
  'NotificationPublished',
  'NotificationActivated',
  ...noticeTypes,
];

const delivering: ReadonlySet<string> = new Set(deliveringTypes);

/** Whether an event delivers something: not one prepared for later, and not one that is shown again. */
export function isDelivering(event: RecordedEvent<ProductEvents>): event is DeliveringEvent {
  if (event.type === 'NotificationPublished') return event.data.isActive;
  if (event.type === 'NotificationActivated') return event.data.announces !== null;
  return delivering.has(event.type);
}

/** Who is told: the member whom a notice is about; null, which is everyone, for what was published. */
export const audienceOf = (event: DeliveringEvent): readonly number[] | null =>
  'userId' in event.data ? [event.data.userId] : null;

/** The id by which the notification is read or removed: a published one's own, or that of the event. */
export const notificationIdOf = (event: DeliveringEvent): string =>
  'notificationId' in event.data ? event.data.notificationId : event.eventId;

/** The frame by which it is told, with what `GET /api/notifications` says of it. */
export function notificationFrame(event: DeliveringEvent): Extract<ServerFrame, { type: 'notification' }> {
  return {
    type: 'notification',
    notification: { notificationId: notificationIdOf(event), ...textOf(event) },
    position: String(event.position),
  };
}

function textOf(event: DeliveringEvent): Announces {
  const { time: createdAt } = event.metadata;
  switch (event.type) {
    case 'NotificationPublished': {
      const { title, message } = event.data;
      return { title, message, createdAt };
    }
    case 'NotificationActivated':
      return event.data.announces;
    case 'UserVerified':
    case 'VerificationRejected':
      return { ...noticeText(event), createdAt };
    default:
      return event satisfies never;
  }
}
