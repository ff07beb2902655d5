import type { NotificationEvent } from '../events/registry.ts';
import { foldOf } from './fold.ts';

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

export const notificationFold = foldOf<NotificationState, NotificationEvent['type']>(
  { status: 'absent' },
  {
    NotificationPublished(_, { data, metadata }) {
      const { notificationId: id, title, message, isActive } = data;
      const { time: createdAt, actorId: createdBy } = metadata;
      return { status: 'published', id, title, message, isActive, wasTold: isActive, createdAt, createdBy };
    },
    NotificationActivated: (state) =>
      state.status === 'absent' ? state : { ...state, isActive: true, wasTold: true },
    NotificationDeactivated: (state) => (state.status === 'absent' ? state : { ...state, isActive: false }),
  },
);
