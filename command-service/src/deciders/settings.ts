import type { ChangeSettingsBody, Settings } from '@pmcw/contracts';
import { type SettingsEvent, settingsFold } from '@pmcw/contracts/events';
import type { Decider } from './decider.ts';

/** An administrator decides something about the site; what is missing stays as it is. */
export interface ChangeSettings {
  readonly type: 'ChangeSettings';
  readonly changes: ChangeSettingsBody;
}

/** What of the changes is not so already. */
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

/** The rules of the one stream `settings`: an event holds only what changed, and none is left where nothing did. */
export const settingsDecider: Decider<Settings, ChangeSettings, SettingsEvent> = {
  ...settingsFold,
  decide,
  budgetOf: () => 'edits',
};
