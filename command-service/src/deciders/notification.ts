import { ProblemError, texts } from '@pmcw/contracts';
import { type NotificationEvent, type NotificationState, notificationFold } from '@pmcw/contracts/events';
import type { Decider } from './decider.ts';

/** An administrator tells all members something, or prepares to. */
export interface PublishNotification {
  readonly type: 'PublishNotification';
  readonly id: string;
  /** The administrator. */
  readonly actorId: number;
  readonly title: string;
  readonly message: string;
  readonly isActive: boolean;
}
/** An administrator shows a notification to all members, or hides it from all. */
export interface ToggleNotification {
  readonly type: 'ToggleNotification';
  readonly isActive: boolean;
}
/** Commands of `notification-{id}`. */
export type NotificationCommand = PublishNotification | ToggleNotification;

/** A notification that was published. */
export type PublishedNotification = Extract<NotificationState, { status: 'published' }>;

/** @throws ProblemError `not_found` when nothing was published under this id */
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

/** The same by the same administrator again leaves nothing more. */
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

/** Spec §4: active <-> inactive, and an event only on a real change. Members are told of the first activation alone. */
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

/** The rules of `notification-{id}`. */
export const notificationDecider: Decider<NotificationState, NotificationCommand, NotificationEvent> = {
  ...notificationFold,
  decide,
  budgetOf: () => 'edits',
};
