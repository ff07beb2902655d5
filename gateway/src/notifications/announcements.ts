import type { ServerFrame } from '@pmcw/contracts';
import { type NoticeEvent, noticeText, noticeTypes, type ProductEvents } from '@pmcw/contracts/events';
import type { RecordedEvent } from '@pmcw/event-store';

type Recorded<T extends RecordedEvent<ProductEvents>['type']> = Extract<
  RecordedEvent<ProductEvents>,
  { type: T }
>;

type Activated = Recorded<'NotificationActivated'>;
type Announces = NonNullable<Activated['data']['announces']>;

/** A first activation (spec §4 "Notification"). */
type Announcement =
  | Recorded<'NotificationPublished'>
  | (Activated & { readonly data: { readonly announces: Announces } });

export type DeliveringEvent = Announcement | Recorded<NoticeEvent['type']>;

export const deliveringTypes: readonly DeliveringEvent['type'][] = [
  'NotificationPublished',
  'NotificationActivated',
  ...noticeTypes,
];

const delivering: ReadonlySet<string> = new Set(deliveringTypes);

/** False for notifications prepared for later or shown again. */
export function isDelivering(event: RecordedEvent<ProductEvents>): event is DeliveringEvent {
  if (event.type === 'NotificationPublished') return event.data.isActive;
  if (event.type === 'NotificationActivated') return event.data.announces !== null;
  return delivering.has(event.type);
}

/** The id for reading and removing it. */
export const notificationIdOf = (event: DeliveringEvent): string =>
  'notificationId' in event.data ? event.data.notificationId : event.eventId;

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
