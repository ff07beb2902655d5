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
  it('are found by lowercase username', async () => {
    await profiles.refill(registration(1), registration(2));
    expect(
      await profiles.query(
        "select username, is_suspended from profiles.profiles where username_key = 'member2'",
      ),
    ).toEqual([{ username: 'Member2', is_suspended: false }]);
  });

  it('show names from an earlier version without characters that reorder or hide text', async () => {
    const named = (userId: number, fullName: string): ProductEvent => ({
      type: 'ProfileEdited',
      data: { userId, fullName, bio: '', telegramHandle: '' },
    });
    await profiles.refill(
      ...[1, 2, 3].map(registration),
      ...[named(1, '\u202eecilA'), named(2, '\u3164\u200b'), named(3, 'Ada\nLovelace')],
    );
    expect(
      await profiles.query('select full_name from profiles.profiles where member_id < 4 order by member_id'),
    ).toEqual([{ full_name: 'ecilA' }, { full_name: 'Member2' }, { full_name: 'Ada Lovelace' }]);
  });

  it('list wallets and social links in order of addition, with its time', async () => {
    await profiles.refill(
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
        'select wallet_id, network, address, added_at from profiles.wallets where member_id = 1 order by wallet_id',
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

  const removal = (walletId: string): ProductEvent => ({
    type: 'WalletRemoved',
    data: { userId: 1, walletId },
  });
  const formerIds = async () => {
    const rows = await profiles.query<{ wallet_id: string }>(
      'select wallet_id from profiles.former_wallets where member_id = 1 order by position desc',
    );
    return rows.map(({ wallet_id }) => wallet_id);
  };

  it('remember the last fifty removed wallets, with both times', async () => {
    await profiles.refill(registration(1), wallet('w1', 'ETH'), wallet('w2', 'BTC'), removal('w1'));
    expect(await profiles.query('select * from profiles.former_wallets')).toEqual([
      {
        member_id: 1,
        wallet_id: 'w1',
        network: 'ETH',
        address: 'address of w1',
        added_at: new Date('2026-01-01T00:00:02Z'),
        removed_at: new Date('2026-01-01T00:00:04Z'),
        position: '4',
        cause: null,
      },
    ]);
    const many = Array.from({ length: 52 }, (_, n) => `w${n}`);
    await profiles.refill(registration(1), ...many.flatMap((id) => [wallet(id, 'ETH'), removal(id)]));
    expect(await formerIds()).toEqual(many.slice(2).reverse());
  });

  it('do not list a wallet as removed that was added again, by its owner or by an undo', async () => {
    const again: ProductEvent = {
      type: 'WalletAdded',
      data: { userId: 1, walletId: 'w9', network: 'ETH', address: 'address of w1' },
    };
    const restored: ProductEvent = {
      type: 'WalletRestored',
      data: {
        userId: 1,
        walletId: 'w2',
        network: 'BTC',
        address: 'address of w2',
        addedAt: '2026-01-01T00:00:03Z',
        ...{ statement: null, signature: null, scheme: null, provedAt: null },
      },
    };
    const before = [registration(1), wallet('w1', 'ETH'), wallet('w2', 'BTC'), removal('w1'), removal('w2')];
    await profiles.refill(...before, again);
    expect(await formerIds()).toEqual(['w2']);
    await profiles.refill(...before, again, restored);
    expect(await formerIds()).toEqual([]);
    const [listed] = await profiles.query(
      "select added_at from profiles.wallets where address = 'address of w1'",
    );
    expect(listed).toEqual({ added_at: new Date('2026-01-01T00:00:06Z') });
    await profiles.refill(...before, again, removal('w9'));
    expect(await formerIds()).toEqual(['w9', 'w2']);
  });

  it('have the latest proof of a wallet, until it is removed', async () => {
    const proved = (signature: string): ProductEvent => ({
      type: 'WalletProved',
      data: { userId: 1, walletId: 'w1', statement: 'mine', signature, scheme: 'bip-322' },
    });
    const proofs = () =>
      profiles.query(
        'select wallet_id, statement, signature, scheme, proved_at from profiles.wallets order by 1',
      );
    const none = { statement: null, signature: null, scheme: null, proved_at: null };
    const story = [registration(1), wallet('w1', 'BTC'), wallet('w2', 'ETH'), proved('AA=='), proved('BB==')];
    await profiles.refill(...story);
    expect(await proofs()).toEqual([
      {
        ...{ wallet_id: 'w1', statement: 'mine', signature: 'BB==', scheme: 'bip-322' },
        proved_at: new Date('2026-01-01T00:00:05Z'),
      },
      { wallet_id: 'w2', ...none },
    ]);
    await profiles.refill(...story, removal('w1'), wallet('w1', 'BTC'));
    expect(await proofs()).toEqual([
      { wallet_id: 'w1', ...none },
      { wallet_id: 'w2', ...none },
    ]);
  });

  it('have no proof of a wallet that is not listed', async () => {
    await profiles.refill(registration(1), {
      type: 'WalletProved',
      data: { userId: 1, walletId: 'w1', statement: 'mine', signature: 'AA==', scheme: 'bip-322' },
    });
    expect(await profiles.query('select from profiles.wallets')).toEqual([]);
  });

  it('keep no removed wallet of a deleted member', async () => {
    await profiles.refill(registration(1), wallet('w1', 'ETH'), removal('w1'), {
      type: 'UserDeleted',
      data: { userId: 1 },
    });
    expect(await formerIds()).toEqual([]);
  });

  it('have the time of the latest verification, and none after its withdrawal', async () => {
    const verified: ProductEvent = { type: 'UserVerified', data: { userId: 1 } };
    const unverified: ProductEvent = { type: 'UserUnverified', data: { userId: 1 } };
    const since = () => profiles.query('select verified_at from profiles.profiles');
    await profiles.refill(registration(1), verified, unverified);
    expect(await since()).toEqual([{ verified_at: null }]);
    await profiles.refill(registration(1), verified, unverified, verified);
    expect(await since()).toEqual([{ verified_at: new Date('2026-01-01T00:00:04Z') }]);
  });

  it('may share the placeholder name of erased members', async () => {
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
    await profiles.refill(erased(1), erased(2));
    expect(await profiles.query('select member_id from profiles.profiles')).toHaveLength(2);
  });
});
