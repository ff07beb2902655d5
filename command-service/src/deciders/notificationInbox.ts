import { ProblemError, texts } from '@pmcw/contracts';
import {
  type InboxNotificationEvent,
  type NotificationInboxState,
  notificationInboxFold,
} from '@pmcw/contracts/events';
import type { Decider } from './decider.ts';

/** A member read one that was delivered to them at a position. */
export interface ReadNotification {
  readonly type: 'ReadNotification';
  readonly readerId: number;
  readonly notificationId: string;
  readonly deliveredAt: bigint;
}
/** A member read everything up to a position. */
export interface ReadAllNotifications {
  readonly type: 'ReadAllNotifications';
  readonly readerId: number;
  readonly upTo: bigint;
}
/** A member removes one that was delivered to them. */
export interface DismissNotification {
  readonly type: 'DismissNotification';
  readonly readerId: number;
  readonly notificationId: string;
}
/** Commands of `inbox-{userId}` about notifications. */
export type NotificationInboxCommand = ReadNotification | ReadAllNotifications | DismissNotification;

/** @throws ProblemError `not_found` for one that the member removed: it is not in their list any more */
function refuseDismissed({ dismissed }: NotificationInboxState, notificationId: string): void {
  if (dismissed.has(notificationId)) {
    throw new ProblemError('not_found', texts.refusals.notificationNotFound);
  }
}

/** Spec §4: unread becomes read, and can be deleted. What is read already leaves no event. */
function decide(
  state: NotificationInboxState,
  command: NotificationInboxCommand,
): readonly InboxNotificationEvent[] {
  const { readerId } = command;
  switch (command.type) {
    case 'ReadNotification': {
      const { notificationId, deliveredAt } = command;
      refuseDismissed(state, notificationId);
      if (state.read.has(notificationId) || deliveredAt <= state.readUpTo) return [];
      return [{ type: 'NotificationRead', data: { readerId, notificationId } }];
    }
    case 'ReadAllNotifications': {
      if (command.upTo <= state.readUpTo) return [];
      return [{ type: 'AllNotificationsRead', data: { readerId, upTo: String(command.upTo) } }];
    }
    case 'DismissNotification': {
      const { notificationId } = command;
      refuseDismissed(state, notificationId);
      return [{ type: 'NotificationDismissed', data: { readerId, notificationId } }];
    }
    default:
      return command satisfies never;
  }
}

/** The rules of `inbox-{userId}` about notifications; those about messages are a decider of their own. */
export const notificationInboxDecider: Decider<
  NotificationInboxState,
  NotificationInboxCommand,
  InboxNotificationEvent
> = { ...notificationInboxFold, decide, budgetOf: () => 'edits' };
