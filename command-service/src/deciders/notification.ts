import { ProblemError, texts } from '@pmcw/contracts';
import { type NotificationEvent, type NotificationState, notificationFold } from '@pmcw/contracts/events';
import type { Decider } from './decider.ts';

export interface PublishNotification {
  readonly type: 'PublishNotification';
  readonly id: string;
  readonly actorId: number;
  readonly title: string;
  readonly message: string;
  readonly isActive: boolean;
}
export interface ToggleNotification {
  readonly type: 'ToggleNotification';
  readonly isActive: boolean;
}
export type NotificationCommand = PublishNotification | ToggleNotification;

export type PublishedNotification = Extract<NotificationState, { status: 'published' }>;

export function requirePublished(state: NotificationState): PublishedNotification {
  if (state.status === 'absent') throw new ProblemError('not_found', texts.refusals.notificationNotFound);
  return state;
}

function toggle(
  { id, isActive, wasTold, title, message, createdAt }: PublishedNotification,
  wanted: boolean,
): readonly NotificationEvent[] {
  if (wanted === isActive) return [];
  if (!wanted) return [{ type: 'NotificationDeactivated', data: { notificationId: id } }];
  const announces = wasTold ? null : { title, message, createdAt };
  return [{ type: 'NotificationActivated', data: { notificationId: id, announces } }];
}

function publish(
  state: NotificationState,
  { id: notificationId, actorId, title, message, isActive }: PublishNotification,
): readonly NotificationEvent[] {
  if (state.status === 'absent') {
    return [{ type: 'NotificationPublished', data: { notificationId, title, message, isActive } }];
  }
  const isSame = state.createdBy === actorId && state.title === title && state.message === message;
  if (isSame) return [];
  throw new ProblemError('conflict', texts.refusals.idTaken);
}

/** Spec §4. Only the first activation notifies members. */
function decide(state: NotificationState, command: NotificationCommand): readonly NotificationEvent[] {
  switch (command.type) {
    case 'PublishNotification':
      return publish(state, command);
    case 'ToggleNotification':
      return toggle(requirePublished(state), command.isActive);
    default:
      return command satisfies never;
  }
}

export const notificationDecider: Decider<NotificationState, NotificationCommand, NotificationEvent> = {
  ...notificationFold,
  decide,
  budgetOf: () => 'edits',
};
