import type { ProductEvent, SettingsEvent } from '../events/registry.ts';
import { defaultSettings, type Settings } from '../settings/queries.ts';
import type { Fold } from './fold.ts';

function evolve(settings: Settings, { data }: SettingsEvent): Settings {
  return {
    tokenAddress: data.tokenAddress ?? settings.tokenAddress,
    tokenSupply: data.tokenSupply ?? settings.tokenSupply,
    groupLink: data.groupLink ?? settings.groupLink,
    registrationOpen: data.registrationOpen ?? settings.registrationOpen,
  };
}

export const settingsFold: Fold<Settings, SettingsEvent> = {
  initialState: defaultSettings,
  evolve,
  owns: <T extends ProductEvent>(event: T): event is T & SettingsEvent => event.type === 'SettingsChanged',
};
