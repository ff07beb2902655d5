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

  it('has an index for who was verified last', async () => {
    await directory.tell(registration(1));
    const featured = 'is_authorized and not is_suspended order by verified_position desc limit 10';
    const plan = await directory.plan(`select * from members where ${featured}`);
    expect(plan).toContain('Index');
    expect(plan).not.toContain('Sort');
  });

  it('lets nobody find the suspended, until they are back', async () => {
    const suspended: ProductEvent = { type: 'UserSuspended', data: { userId: 1 } };
    const back: ProductEvent = { type: 'UserUnsuspended', data: { userId: 1 } };
    const found = async () => (await directory.query('select from directory.searched')).length;
    const counted = async () => (await directory.query('select from directory.search_counts')).length;
    await directory.tell(registration(1), suspended);
    expect([await found(), await counted()]).toEqual([0, 0]);
    await directory.tell(registration(1), suspended, back);
    expect(await found()).toBe(1);
    expect(await counted()).toBeGreaterThan(0);
  });
});
