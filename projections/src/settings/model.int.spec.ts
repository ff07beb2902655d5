import type { ProductEvent, SettingsEvent } from '@pmcw/contracts/events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneModel } from '../../test/oneModel.ts';
import { settingsModel } from './model.ts';

let settings: Awaited<ReturnType<typeof oneModel>>;
beforeAll(async () => {
  settings = await oneModel(settingsModel);
});
afterAll(() => settings.close());

const changed = (data: SettingsEvent['data']): ProductEvent => ({ type: 'SettingsChanged', data });
const rows = () => settings.query('select * from settings.settings');

describe('settings', () => {
  it('have no row before the first change', async () => {
    await settings.refill();
    expect(await rows()).toEqual([]);
  });

  it('have the latest value each; unchanged ones stay null', async () => {
    await settings.refill(
      changed({ tokenAddress: 'first', registrationOpen: false }),
      changed({ tokenAddress: 'second', tokenSupply: 0 }),
      changed({ registrationOpen: true }),
    );
    expect(await rows()).toEqual([
      {
        only_row: true,
        token_address: 'second',
        token_supply: 0,
        group_link: null,
        registration_open: true,
      },
    ]);
  });
});
