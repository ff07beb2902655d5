import { defaultSettings, settingsSchema } from '@pmcw/contracts';
import { type SettingsEvent, streams } from '@pmcw/contracts/events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../../test/world.ts';

let world: World;
let boss: number;
let ada: number;
beforeAll(async () => {
  world = await openWorld();
  boss = await world.register('boss');
  ada = await world.register('ada');
  await world.record({ type: 'AdminGranted', data: { userId: boss } }, streams.user(boss));
  await world.settle();
});
afterAll(() => world.close());

const change = (data: SettingsEvent['data']) =>
  world.record({ type: 'SettingsChanged', data }, streams.settings());
const paths = () =>
  [
    ['/api/settings', {}],
    ['/api/settings', { as: ada }],
    ['/api/admin/settings', { as: boss }],
  ] as const;

describe('the settings of the site', () => {
  it('have defaults at first, then the administrators’ values, for everyone', async () => {
    for (const [path, asking] of paths()) {
      expect(await world.json(settingsSchema, path, asking)).toEqual(defaultSettings);
    }
    await change({ tokenSupply: 0, registrationOpen: false });
    await change({ groupLink: 'https://t.me/other' });
    await world.settle();
    const decided = {
      ...defaultSettings,
      tokenSupply: 0,
      registrationOpen: false,
      groupLink: 'https://t.me/other',
    };
    for (const [path, asking] of paths()) {
      expect(await world.json(settingsSchema, path, asking)).toEqual(decided);
    }
  });

  it('are visible at once to the administrator who changed them', async () => {
    const position = await change({ tokenSupply: 77 });
    const headers = { 'x-min-position': position };
    const asking = { as: boss, headers };
    expect(await world.json(settingsSchema, '/api/admin/settings', asking)).toMatchObject({
      tokenSupply: 77,
    });
    expect(await world.json(settingsSchema, '/api/settings', { headers })).toMatchObject({
      tokenSupply: 77,
    });
  });

  it('have a separate address for administrators only', async () => {
    await world.problem(401, 'not_signed_in', '/api/admin/settings');
    await world.problem(403, 'forbidden', '/api/admin/settings', { as: ada });
  });

  it('take one statement', async () => {
    expect(await world.statementsOf(() => world.ask('/api/settings'))).toBe(1);
  });
});
