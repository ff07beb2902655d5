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
    await directory.refill(...story);
    expect(await networks()).toEqual([{ networks: ['SOL', 'BTC', 'ETH'] }]);
    await directory.refill(...story, removed('w2'));
    expect(await networks()).toEqual([{ networks: ['SOL', 'ETH'] }]);
    await directory.refill(...story, removed('w1'));
    expect(await networks()).toEqual([{ networks: ['BTC', 'ETH', 'SOL'] }]);
    await directory.refill(registration(1), added('w1', 'SOL'), removed('w1'));
    expect(await networks()).toEqual([{ networks: [] }]);
  });

  const proved = (walletId: string): ProductEvent => ({
    type: 'WalletProved',
    data: { userId: 1, walletId, statement: 'mine', signature: '0x01', scheme: 'eip-191' },
  });
  const restored = (walletId: string, isProved: boolean): ProductEvent => ({
    type: 'WalletRestored',
    data: {
      ...{ userId: 1, walletId, network: 'ETH', address: 'address', addedAt: '2026-01-01T00:00:02.000Z' },
      ...(isProved
        ? {
            statement: 'mine',
            signature: '0x01',
            scheme: 'eip-191',
            provedAt: '2026-01-01T00:00:03.000Z',
          }
        : { statement: null, signature: null, scheme: null, provedAt: null }),
    },
  });

  it.each<[string, boolean, readonly ProductEvent[]]>([
    ['nothing is listed', false, []],
    ['nothing is proved', false, [added('w1', 'ETH')]],
    ['one of two is proved', true, [added('w1', 'ETH'), added('w2', 'BTC'), proved('w2')]],
    ['it is proved again', true, [added('w1', 'ETH'), proved('w1'), proved('w1')]],
    ['the proved one is removed', false, [added('w1', 'ETH'), proved('w1'), removed('w1')]],
    [
      'one of two proved is removed',
      true,
      [...['w1', 'w2'].flatMap((id) => [added(id, 'ETH'), proved(id)]), removed('w1')],
    ],
    [
      'it is restored with its proof',
      true,
      [added('w1', 'ETH'), proved('w1'), removed('w1'), restored('w1', true)],
    ],
    ['it is restored without its proof', false, [added('w1', 'ETH'), removed('w1'), restored('w1', false)]],
    ['the proved one is not listed', false, [proved('w1'), added('w2', 'ETH')]],
  ])('knows whether a member has a proved address: when %s, %s', async (_, has_proof, events) => {
    await directory.refill(registration(1), ...events);
    expect(await directory.query('select has_proof from directory.members')).toEqual([{ has_proof }]);
    expect(await directory.query('select has_proof from directory.searched')).toEqual([{ has_proof }]);
    expect(
      await directory.query("select has_proof, members from directory.search_counts where gram = ''"),
    ).toEqual([{ has_proof, members: 1 }]);
  });

  it.each(['username_key, member_id', 'position', 'position desc'])(
    'has an index for members with a proved address by %s',
    async (order) => {
      await directory.refill(registration(1));
      const plan = await directory.plan(
        `select member_id, search from searched where has_proof order by ${order} limit 12`,
      );
      expect(plan).toContain('Index');
      expect(plan).not.toContain('Sort');
    },
  );

  it('has an index for the latest verified members', async () => {
    await directory.refill(registration(1));
    const featured =
      'is_authorized and not is_suspended and name_changed_at is null and avatar_changed_at is null order by verified_position desc limit 10';
    const plan = await directory.plan(`select * from members where ${featured}`);
    expect(plan).toContain('Index');
    expect(plan).not.toContain('Sort');
  });

  it('hides suspended members until the suspension ends', async () => {
    const suspended: ProductEvent = { type: 'UserSuspended', data: { userId: 1 } };
    const back: ProductEvent = { type: 'UserUnsuspended', data: { userId: 1 } };
    const found = async () => (await directory.query('select from directory.searched')).length;
    const counted = async () => (await directory.query('select from directory.search_counts')).length;
    await directory.refill(registration(1), suspended);
    expect([await found(), await counted()]).toEqual([0, 0]);
    await directory.refill(registration(1), suspended, back);
    expect(await found()).toBe(1);
    expect(await counted()).toBeGreaterThan(0);
  });
});
