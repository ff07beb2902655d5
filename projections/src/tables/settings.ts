/** What administrators decided about the site, in one row or none; null is what they left as it is by default. */
export interface SettingsTable {
  only_row: true;
  token_address: string | null;
  token_supply: number | null;
  group_link: string | null;
  registration_open: boolean | null;
}
