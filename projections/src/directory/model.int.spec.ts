import type { ProductEvent } from '@pmcw/contracts/events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneModel } from '../../test/oneModel.ts';
import { registration } from '../../test/records.ts';
import { directoryModel } from './model.ts';

let directory: Awaited<ReturnType<typeof oneModel>>;
beforeAll(async () => {
  directory = await oneModel(directoryModel);
});
afterAll(() => directory.close());

const added = (walletId: string, network: string): ProductEvent => ({
  type: 'WalletAdded',
  data: { userId: 1, walletId, network, address: `address of ${walletId}` },
});
const removed = (walletId: string): ProductEvent => ({
  type: 'WalletRemoved',
  data: { userId: 1, walletId },
});

describe('the directory', () => {
  it('names each network once, in the order they were added', async () => {
    const story = [
      registration(1),
      added('w1', 'SOL'),
      added('w2', 'BTC'),
      added('w3', 'ETH'),
      added('w4', 'SOL'),
    ];
    const networks = () => directory.query('select networks from directory.members');
    await directory.tell(...story);
    expect(await networks()).toEqual([{ networks: ['SOL', 'BTC', 'ETH'] }]);
    await directory.tell(...story, removed('w2'));
    expect(await networks()).toEqual([{ networks: ['SOL', 'ETH'] }]);
    await directory.tell(...story, removed('w1'));
    expect(await networks()).toEqual([{ networks: ['BTC', 'ETH', 'SOL'] }]);
    await directory.tell(registration(1), added('w1', 'SOL'), removed('w1'));
    expect(await networks()).toEqual([{ networks: [] }]);
  });

  it.each([
    "search like '%mber%'",
    'true order by username_key limit 12',
    'true order by position limit 12',
    'true order by position desc limit 12',
    'is_authorized order by verified_position desc limit 10',
  ])('has an index for %s', async (asked) => {
    await directory.tell(registration(1));
    const plan = await directory.plan(`select * from members where not is_suspended and ${asked}`);
    expect(plan).toContain('Index');
    expect(plan).not.toContain('Sort');
  });
});
