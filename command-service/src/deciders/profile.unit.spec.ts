import { limits, texts } from '@pmcw/contracts';
import type { UserEvent } from '@pmcw/contracts/events';
import { describe, expect, it } from 'vitest';
import { given, refused, specTime } from '../../test/given.ts';
import { userDecider } from './user.ts';

const registered: UserEvent = {
  type: 'UserRegistered',
  data: {
    userId: 7,
    username: 'ada',
    fullName: 'Ada Lovelace',
    email: 'ada@example.org',
    telegramHandle: '@ada',
    userType: 'Charity',
  },
};
const walletAdded = (walletId: string, network = 'ETH', address = '0xabc'): UserEvent => ({
  type: 'WalletAdded',
  data: { userId: 7, walletId, network, address },
});
const socialAdded: UserEvent = {
  type: 'SocialLinkAdded',
  data: { userId: 7, socialId: 's1', platform: 'github', username: 'ada' },
};

describe('editing the profile', () => {
  const edit = { type: 'EditProfile', fullName: 'Ada King', bio: 'Countess', telegramHandle: '' } as const;

  it('records the new texts', () => {
    const { type: _, ...texts } = edit;
    expect(given(userDecider, registered).when(edit)).toEqual([
      { type: 'ProfileEdited', data: { userId: 7, ...texts } },
    ]);
  });

  it.each(['fullName', 'bio', 'telegramHandle'] as const)('keeps the others if only %s is given', (field) => {
    const before = { fullName: 'Ada Lovelace', bio: 'Of numbers', telegramHandle: '@ada' };
    const edited: UserEvent = { type: 'ProfileEdited', data: { userId: 7, ...before } };
    const { when } = given(userDecider, registered, edited);
    expect(when({ type: 'EditProfile', [field]: 'Another' })).toEqual([
      { type: 'ProfileEdited', data: { userId: 7, ...before, [field]: 'Another' } },
    ]);
    expect(when({ type: 'EditProfile' })).toEqual([]);
  });

  it('refuses a name that claims to be staff, except for administrators or if it was there before', () => {
    const named = { type: 'EditProfile', fullName: 'PMCW Аdministrator' } as const;
    const message = texts.refusals.fullNameOfStaff;
    expect(() => given(userDecider, registered).when(named)).toThrow(refused('invalid_input', message));
    const granted: UserEvent = { type: 'AdminGranted', data: { userId: 7 } };
    expect(given(userDecider, registered, granted).when(named)).toHaveLength(1);
    const before = { fullName: 'PMCW Аdministrator', bio: '', telegramHandle: '' };
    const early: UserEvent = { type: 'ProfileEdited', data: { userId: 7, ...before } };
    expect(given(userDecider, registered, early).when({ ...named, bio: 'New' })).toHaveLength(1);
  });

  it('records nothing if nothing changes', () => {
    const same = { ...edit, fullName: 'Ada Lovelace', bio: '', telegramHandle: '@ada' };
    expect(given(userDecider, registered).when(same)).toEqual([]);
  });
});

describe('wallets', () => {
  const add = { type: 'AddWallet', walletId: 'w2', network: 'ETH', address: '0xabc' } as const;

  it('are listed with their date', () => {
    expect(given(userDecider, registered).when(add)).toEqual([walletAdded('w2')]);
    expect(given(userDecider, registered, walletAdded('w2')).state).toMatchObject({
      wallets: [{ id: 'w2', network: 'ETH', address: '0xabc', addedAt: specTime }],
    });
  });

  it('are refused if the same network has the address, but accepted on another', () => {
    const { when } = given(userDecider, registered, walletAdded('w1'));
    expect(() => when(add)).toThrow(refused('wallet_listed', texts.refusals.walletListed));
    expect(when({ ...add, network: 'BSC' })).toEqual([walletAdded('w2', 'BSC')]);
  });

  it('can be listed again after removal', () => {
    const removed: UserEvent = { type: 'WalletRemoved', data: { userId: 7, walletId: 'w1' } };
    expect(given(userDecider, registered, walletAdded('w1'), removed).when(add)).toEqual([walletAdded('w2')]);
  });

  it('have a limit that only stops abuse', () => {
    const many = Array.from({ length: limits.walletsMax }, (_, i) =>
      walletAdded(`full ${i}`, 'XYZ', `address ${i}`),
    );
    const { when } = given(userDecider, registered, ...many);
    expect(() => when(add)).toThrow(refused('conflict', texts.refusals.tooManyWallets));
    expect(given(userDecider, registered, ...many.slice(1)).when(add)).toHaveLength(1);
  });

  it('are removed by id, and only if listed', () => {
    const { when } = given(userDecider, registered, walletAdded('w1'));
    expect(when({ type: 'RemoveWallet', walletId: 'w1' })).toEqual([
      { type: 'WalletRemoved', data: { userId: 7, walletId: 'w1' } },
    ]);
    expect(() => when({ type: 'RemoveWallet', walletId: 'w9' })).toThrow(
      refused('not_found', texts.refusals.walletNotFound),
    );
  });
});

describe('images', () => {
  const change = (more: object) => ({
    type: 'ChangeImages' as const,
    avatarHash: undefined,
    backgroundHash: undefined,
    ...more,
  });
  const avatar = (mediaHash: string | null): UserEvent => ({
    type: 'AvatarChanged',
    data: { userId: 7, mediaHash },
  });
  const background: UserEvent = { type: 'BackgroundChanged', data: { userId: 7, mediaHash: 'h1' } };

  it('change independently', () => {
    const { when } = given(userDecider, registered);
    expect(when(change({ avatarHash: 'h1' }))).toEqual([avatar('h1')]);
    expect(when(change({ avatarHash: 'h1', backgroundHash: 'h1' }))).toEqual([avatar('h1'), background]);
  });

  it('are removed by null, and stay if left out', () => {
    const { when } = given(userDecider, registered, avatar('h1'), background);
    expect(when(change({ avatarHash: null }))).toEqual([avatar(null)]);
    expect(when(change({}))).toEqual([]);
  });

  it('record nothing if nothing changes', () => {
    expect(given(userDecider, registered, avatar('h1')).when(change({ avatarHash: 'h1' }))).toEqual([]);
    expect(given(userDecider, registered).when(change({ avatarHash: null }))).toEqual([]);
  });
});

describe('social links', () => {
  it('are one per platform', () => {
    const link = { type: 'AddSocialLink', socialId: 's2', platform: 'github', username: 'other' } as const;
    const { when } = given(userDecider, registered, socialAdded);
    expect(() => when(link)).toThrow(refused('social_platform_taken', texts.refusals.socialPlatformTaken));
    expect(when({ ...link, platform: 'twitter' })).toEqual([
      {
        type: 'SocialLinkAdded',
        data: { userId: 7, socialId: 's2', platform: 'twitter', username: 'other' },
      },
    ]);
  });

  it('are removed by id, and only if linked', () => {
    const { when } = given(userDecider, registered, socialAdded);
    expect(when({ type: 'RemoveSocialLink', socialId: 's1' })).toEqual([
      { type: 'SocialLinkRemoved', data: { userId: 7, socialId: 's1' } },
    ]);
    expect(() => when({ type: 'RemoveSocialLink', socialId: 's9' })).toThrow(
      refused('not_found', texts.refusals.socialLinkNotFound),
    );
  });
});
