import type { ProductRecord, ReadModel } from '../runner/model.ts';
import { loadRows, upsertRows } from '../storage/table.ts';
import { modelVersions, type SettingsTable, settings } from '../tables.ts';

const undecided: SettingsTable = {
  only_row: true,
  token_address: null,
  token_supply: null,
  group_link: null,
  registration_open: null,
};

function after(row: SettingsTable, event: ProductRecord): SettingsTable {
  if (event.type !== 'SettingsChanged') return row;
  const { tokenAddress, tokenSupply, groupLink, registrationOpen } = event.data;
  return {
    only_row: true,
    token_address: tokenAddress ?? row.token_address,
    token_supply: tokenSupply ?? row.token_supply,
    group_link: groupLink ?? row.group_link,
    registration_open: registrationOpen ?? row.registration_open,
  };
}

export const settingsModel: ReadModel = {
  name: 'settings',
  version: modelVersions.settings,
  types: ['SettingsChanged'],
  ddl: [settings.ddl],
  readerDdl: [],
  async apply(tx, events) {
    const [row = undecided] = await loadRows(tx, settings, [{ only_row: true }]);
    await upsertRows(tx, settings, [events.reduce(after, row)]);
  },
};
