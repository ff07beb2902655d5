import type { ProductEvent } from '@pmcw/contracts/events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneModel } from '../../test/oneModel.ts';
import { registration } from '../../test/records.ts';
import { profilesModel } from './model.ts';

let profiles: Awaited<ReturnType<typeof oneModel>>;
beforeAll(async () => {
  profiles = await oneModel(profilesModel);
});
afterAll(() => profiles.close());

const wallet = (walletId: string, network: string): ProductEvent => ({
  type: 'WalletAdded',
  data: { userId: 1, walletId, network, address: `address of ${walletId}` },
});
const social = (socialId: string): ProductEvent => ({
  type: 'SocialLinkAdded',
  data: { userId: 1, socialId, platform: 'github', username: socialId },
});

describe('profiles', () => {
  it('are found by name in small letters', async () => {
    await profiles.tell(registration(1), registration(2));
    expect(
      await profiles.query(
        "select username, is_suspended from profiles.profiles where username_key = 'member2'",
      ),
    ).toEqual([{ username: 'Member2', is_suspended: false }]);
  });

  it('list wallets and social links in the order they were added, and since when', async () => {
    await profiles.tell(
      registration(1),
      wallet('w1', 'ETH'),
      social('s1'),
      wallet('w2', 'BTC'),
      social('s2'),
      { type: 'WalletRemoved', data: { userId: 1, walletId: 'w1' } },
      { type: 'SocialLinkRemoved', data: { userId: 1, socialId: 's1' } },
      wallet('w3', 'ETH'),
    );
    expect(
      await profiles.query(
        'select wallet_id, network, address, added_at from profiles.wallets where member_id = 1 order by position',
      ),
    ).toEqual([
      {
        wallet_id: 'w2',
        network: 'BTC',
        address: 'address of w2',
        added_at: new Date('2026-01-01T00:00:04Z'),
      },
      {
        wallet_id: 'w3',
        network: 'ETH',
        address: 'address of w3',
        added_at: new Date('2026-01-01T00:00:08Z'),
      },
    ]);
    expect(await profiles.query('select social_id, platform, username from profiles.social_links')).toEqual([
      { social_id: 's2', platform: 'github', username: 's2' },
    ]);
  });

  it('may share the stand-in of the erased for a name', async () => {
    const erased = (userId: number): ProductEvent => ({
      type: 'UserRegistered',
      data: {
        userId,
        username: '[erased]',
        fullName: '[erased]',
        email: '[erased]',
        telegramHandle: '[erased]',
        userType: 'Business',
      },
    });
    await profiles.tell(erased(1), erased(2));
    expect(await profiles.query('select member_id from profiles.profiles')).toHaveLength(2);
  });
});
