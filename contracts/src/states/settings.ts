import type { SettingsEvent } from '../events/registry.ts';
import { defaultSettings, type Settings } from '../settings/queries.ts';
import { foldOf } from './fold.ts';

export const settingsFold = foldOf<Settings, SettingsEvent['type']>(defaultSettings, {
  SettingsChanged: (settings, { data }) => ({
    tokenAddress: data.tokenAddress ?? settings.tokenAddress,
    tokenSupply: data.tokenSupply ?? settings.tokenSupply,
    groupLink: data.groupLink ?? settings.groupLink,
    registrationOpen: data.registrationOpen ?? settings.registrationOpen,
  }),
});
