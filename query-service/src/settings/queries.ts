import { defaultSettings, type Settings } from '@pmcw/contracts';
import type { ReadModels } from '../storage/database.ts';
import { prepared } from '../storage/prepared.ts';

const everySetting = prepared((db) => db.selectFrom('settings.settings').selectAll());

/** Defaults apply to what administrators never changed. */
export async function findSettings(db: ReadModels): Promise<Settings> {
  const [decided] = await everySetting(db, {});
  return {
    tokenAddress: decided?.token_address ?? defaultSettings.tokenAddress,
    tokenSupply: decided?.token_supply ?? defaultSettings.tokenSupply,
    groupLink: decided?.group_link ?? defaultSettings.groupLink,
    registrationOpen: decided?.registration_open ?? defaultSettings.registrationOpen,
  };
}
