import { notificationEvents } from '../events/notifications.ts';
import type { NotificationEvent, ProductEvent } from '../events/registry.ts';
import type { Fold, Timed } from './fold.ts';

export type NotificationState =
  | { readonly status: 'absent' }
  | {
      readonly status: 'published';
      readonly id: string;
      readonly title: string;
      readonly message: string;
      readonly isActive: boolean;
      /** Whether it was ever active, and so announced. */
      readonly wasTold: boolean;
      readonly createdAt: string;
      readonly createdBy: number | null;
    };

function evolve(state: NotificationState, event: Timed<NotificationEvent>): NotificationState {
  if (event.type === 'NotificationPublished') {
    const { notificationId: id, title, message, isActive } = event.data;
    const { time: createdAt, actorId: createdBy } = event.metadata;
    return { status: 'published', id, title, message, isActive, wasTold: isActive, createdAt, createdBy };
  }
  if (state.status === 'absent') return state;
  switch (event.type) {
    case 'NotificationActivated':
      return { ...state, isActive: true, wasTold: true };
    case 'NotificationDeactivated':
      return { ...state, isActive: false };
    default:
      return event satisfies never;
  }
}

export const notificationFold: Fold<NotificationState, NotificationEvent> = {
  initialState: { status: 'absent' },
  evolve,
  owns: <T extends ProductEvent>(event: T): event is T & NotificationEvent =>
    Object.hasOwn(notificationEvents, event.type),
};
