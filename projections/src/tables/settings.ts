/** One row or none; null means the default. */
export interface SettingsTable {
  only_row: true;
  token_address: string | null;
  token_supply: number | null;
  group_link: string | null;
  registration_open: boolean | null;
}
