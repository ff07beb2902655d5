import type { ConversationSettings, MutedUntil } from '@pmcw/contracts';
import { firstOrder, type Order } from './keys.ts';

/** Each with the position of its last change, so that changes apply in any order. */
export interface SettingsOfServer {
  readonly mute: { readonly until: MutedUntil | null; readonly at: Order };
  readonly unreadMark: { readonly isSet: boolean; readonly at: Order };
}

/** Settings as the owner chooses them. */
export interface ChosenSettings extends Pick<ConversationSettings, 'mutedUntil' | 'isMarkedUnread'> {}

export interface SettingsChange extends Partial<ChosenSettings> {
  /** Accepts a request. */
  readonly isRequest?: false;
  /** Deletes a request up to a position. */
  readonly deletedUpTo?: string;
}

export interface SettingsWish extends SettingsChange {
  /** Position up to which this device knew the log when its owner decided. */
  readonly knownUpTo: string;
}

export const defaultSettings: SettingsOfServer = {
  mute: { until: null, at: firstOrder },
  unreadMark: { isSet: false, at: firstOrder },
};

interface Stored {
  readonly settings: SettingsOfServer;
  readonly wish: SettingsWish | null;
}

/** As the owner chose last, whether the server knows it or not. */
export function shownSettings({ settings, wish }: Stored): ChosenSettings {
  return {
    mutedUntil: wish?.mutedUntil === undefined ? settings.mute.until : wish.mutedUntil,
    isMarkedUnread: wish?.isMarkedUnread ?? settings.unreadMark.isSet,
  };
}
