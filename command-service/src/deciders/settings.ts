import type { ChangeSettingsBody, Settings } from '@pmcw/contracts';
import { type SettingsEvent, settingsFold } from '@pmcw/contracts/events';
import type { Decider } from './decider.ts';

export interface ChangeSettings {
  readonly type: 'ChangeSettings';
  readonly changes: ChangeSettingsBody;
}

function changed(settings: Settings, changes: ChangeSettingsBody): SettingsEvent['data'] {
  const { tokenAddress, tokenSupply, groupLink, registrationOpen } = changes;
  const isNew = <K extends keyof Settings>(key: K, value: Settings[K] | undefined) =>
    value !== undefined && value !== settings[key];
  return {
    ...(isNew('tokenAddress', tokenAddress) ? { tokenAddress } : {}),
    ...(isNew('tokenSupply', tokenSupply) ? { tokenSupply } : {}),
    ...(isNew('groupLink', groupLink) ? { groupLink } : {}),
    ...(isNew('registrationOpen', registrationOpen) ? { registrationOpen } : {}),
  };
}

function decide(settings: Settings, { changes }: ChangeSettings): readonly SettingsEvent[] {
  const data = changed(settings, changes);
  return Object.keys(data).length === 0 ? [] : [{ type: 'SettingsChanged', data }];
}

/** Events hold only what changed. */
export const settingsDecider: Decider<Settings, ChangeSettings, SettingsEvent> = {
  ...settingsFold,
  decide,
  budgetOf: () => 'edits',
};
