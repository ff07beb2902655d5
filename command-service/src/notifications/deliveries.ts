import { deliveryOf, notificationIdSchema, ProblemError, texts } from '@pmcw/contracts';
import { noticeTypes, streams } from '@pmcw/contracts/events';
import { newestFirst } from '@pmcw/event-store';
import * as v from 'valibot';
import type { NotificationInboxCommand } from '../deciders/notificationInbox.ts';
import { type Handling, handle } from '../handling/handle.ts';
import { causeOf } from '../handling/stamp.ts';
import type { GivenContext } from '../proofs/authority.ts';
import type { Services } from '../services.ts';

type Delivering = Handling & Pick<Services, 'members' | 'notificationInboxes'>;

/** Null if hidden or unknown. */
async function shownSince({ eventStore }: Delivering, notificationId: string): Promise<bigint | null> {
  let since: bigint | null = null;
  let isActive = false;
  for await (const { type, data, position } of eventStore.readStream(streams.notification(notificationId))) {
    if (type === 'NotificationPublished') isActive = data.isActive;
    else isActive = type === 'NotificationActivated';
    if (isActive) since ??= position;
  }
  return isActive ? since : null;
}

/** Null if not the member's. */
async function noticedAt(
  { eventStore, members }: Delivering,
  userId: number,
  notificationId: string,
): Promise<bigint | null> {
  const stream = streams.user(userId);
  const { state, revision } = await members.load(userId);
  if (state.status !== 'registered' || !state.notices.includes(notificationId)) return null;
  for await (const { eventId, position } of newestFirst(eventStore, stream, revision)) {
    if (eventId === notificationId) return position;
  }
  return null;
}

/** @throws ProblemError `not_found` if hidden, or not the member's */
async function deliveredAt(services: Delivering, userId: number, notificationId: string): Promise<bigint> {
  const position = v.is(notificationIdSchema, notificationId)
    ? ((await shownSince(services, notificationId)) ?? (await noticedAt(services, userId, notificationId)))
    : null;
  if (position === null) throw new ProblemError('not_found', texts.refusals.notificationNotFound);
  return position;
}

async function handleInbox(
  services: Delivering,
  command: NotificationInboxCommand,
  context: GivenContext,
): Promise<bigint> {
  const cause = causeOf(context);
  const stream = streams.inbox(context.actorId);
  return (await handle(services, services.notificationInboxes, stream, command, cause)).position;
}

/** @throws ProblemError `not_found` */
export async function readNotification(
  services: Delivering,
  notificationId: string,
  context: GivenContext,
): Promise<bigint> {
  const readerId = context.actorId;
  const position = await deliveredAt(services, readerId, notificationId);
  const command = { type: 'ReadNotification', readerId, notificationId, deliveredAt: position } as const;
  return handleInbox(services, command, context);
}

const deliveringTypes = ['NotificationPublished', 'NotificationActivated', ...noticeTypes] as const;

/** Does nothing if none can have been delivered since. */
export async function readAllNotifications(services: Delivering, context: GivenContext): Promise<bigint> {
  const { eventStore, notificationInboxes } = services;
  const readerId = context.actorId;
  const { state, position } = await notificationInboxes.load(streams.inbox(readerId));
  // If the page doesn't reach the head, there may be more.
  const since = await eventStore.readAll(state.readUpTo, { types: deliveringTypes }, 1);
  if (since.live && since.events.length === 0) return position;
  const upTo = await eventStore.head();
  return handleInbox(services, { type: 'ReadAllNotifications', readerId, upTo }, context);
}

/** Permanently. @throws ProblemError `not_found` */
export async function dismissNotification(
  services: Delivering,
  id: string,
  context: GivenContext,
): Promise<bigint> {
  const { actorId: readerId } = context;
  const delivery = deliveryOf(id);
  if (delivery === null || delivery.userId !== readerId) {
    throw new ProblemError('not_found', texts.refusals.notificationNotFound);
  }
  const { notificationId } = delivery;
  await deliveredAt(services, readerId, notificationId);
  return handleInbox(services, { type: 'DismissNotification', readerId, notificationId }, context);
}
