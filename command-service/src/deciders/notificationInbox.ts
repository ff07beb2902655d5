import { ProblemError, texts } from '@pmcw/contracts';
import {
  type InboxNotificationEvent,
  type NotificationInboxState,
  notificationInboxFold,
} from '@pmcw/contracts/events';
import type { Decider } from './decider.ts';

/** `deliveredAt` is a log position. */
export interface ReadNotification {
  readonly type: 'ReadNotification';
  readonly readerId: number;
  readonly notificationId: string;
  readonly deliveredAt: bigint;
}
export interface ReadAllNotifications {
  readonly type: 'ReadAllNotifications';
  readonly readerId: number;
  readonly upTo: bigint;
}
export interface DismissNotification {
  readonly type: 'DismissNotification';
  readonly readerId: number;
  readonly notificationId: string;
}
export type NotificationInboxCommand = ReadNotification | ReadAllNotifications | DismissNotification;

function refuseDismissed({ dismissed }: NotificationInboxState, notificationId: string): void {
  if (dismissed.has(notificationId)) {
    throw new ProblemError('not_found', texts.refusals.notificationNotFound);
  }
}

/** Spec §4. */
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

/** Messages have a decider of their own. */
export const notificationInboxDecider: Decider<
  NotificationInboxState,
  NotificationInboxCommand,
  InboxNotificationEvent
> = { ...notificationInboxFold, decide, budgetOf: () => 'edits' };
