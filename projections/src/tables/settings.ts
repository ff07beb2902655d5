import { boolean, integer, nullable, onlyRow, text } from '../storage/columns.ts';
import { defineTable, type RowOf } from '../storage/table.ts';

/** One row or none; null means the default. */
export const settings = defineTable('settings', ['only_row'], {
  only_row: onlyRow,
  token_address: nullable(text),
  token_supply: nullable(integer),
  group_link: nullable(text),
  registration_open: nullable(boolean),
});
export interface SettingsTable extends RowOf<typeof settings> {}
