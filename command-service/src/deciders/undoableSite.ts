import type { Settings } from '@pmcw/contracts';
import {
  type NotificationEvent,
  type NotificationState,
  notificationFold,
  type SettingsEvent,
  settingsFold,
} from '@pmcw/contracts/events';
import { notificationDecider } from './notification.ts';
import { settingsDecider } from './settings.ts';
import type { Undoable } from './undo.ts';

export const undoableSettings: Undoable<Settings, SettingsEvent> = {
  ...settingsFold,
  sets: ({ data }) => Object.keys(data),
  restore(now, before, { data }) {
    const was = Object.entries(before).filter(([name]) => Object.hasOwn(data, name));
    return settingsDecider.decide(now, { type: 'ChangeSettings', changes: Object.fromEntries(was) });
  },
};

/** Showing and hiding can be undone, but not the first notice to members. */
export const undoableNotification: Undoable<NotificationState, NotificationEvent> = {
  ...notificationFold,
  sets: ({ type }) => (type === 'NotificationPublished' ? [] : ['isActive']),
  restore: (now, _before, { type }) =>
    notificationDecider.decide(now, {
      type: 'ToggleNotification',
      isActive: type === 'NotificationDeactivated',
    }),
};
