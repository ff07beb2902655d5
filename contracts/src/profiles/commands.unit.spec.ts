import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { addSocialLinkBodySchema, addWalletBodySchema, editProfileBodySchema } from './commands.ts';
import { socialPlatformCodes } from './platforms.ts';
import { socialLinkUrl } from './socialLinks.ts';

const firstMessage = (schema: v.GenericSchema, body: unknown) =>
  v.safeParse(schema, body).issues?.[0].message;

describe('wallets (spec §5)', () => {
  it('refuse an address that does not fit the network', () => {
    expect(
      firstMessage(addWalletBodySchema, {
        network: '',
        address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      }),
    ).toBe('Please select a network.');
    expect(firstMessage(addWalletBodySchema, { network: 'ETH', address: 'short' })).toBe(
      'Wallet address must be valid.',
    );
    expect(
      firstMessage(addWalletBodySchema, {
        network: 'ETH',
        address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD',
      }),
    ).toBe('Wallet address must be valid.');
  });

  it('are stored in one spelling', () => {
    const body = { network: 'eth', address: ' 0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed ' };
    expect(v.parse(addWalletBodySchema, body)).toEqual({
      network: 'ETH',
      address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    });
  });

  it('of unknown networks are checked for length only', () => {
    expect(v.parse(addWalletBodySchema, { network: 'XMR', address: 'anything-long' })).toEqual({
      network: 'XMR',
      address: 'anything-long',
    });
    expect(firstMessage(addWalletBodySchema, { network: 'XMR', address: 'tooshort' })).toBe(
      'Wallet address must be valid.',
    );
  });
});

describe('social links (spec §5)', () => {
  it('are built from handles, with or without @', () => {
    expect(socialLinkUrl('twitter', '@lena')).toBe('https://twitter.com/lena');
    expect(socialLinkUrl('telegram', 'lena')).toBe('https://t.me/lena');
    expect(socialLinkUrl('github', 'https://github.com/lena/pots')).toBe('https://github.com/lena/pots');
  });

  it('lead to http(s) and to the platform for any input', () => {
    fc.assert(
      fc.property(fc.constantFrom(...socialPlatformCodes), fc.string(), (platform, typed) => {
        const url = socialLinkUrl(platform, typed);
        return url === null || /^https?:\/\//.test(url);
      }),
    );
    expect(socialLinkUrl('twitter', 'javascript:alert(1)')).toBe('https://twitter.com/javascript%3Aalert(1)');
  });

  it('are refused without a platform or a name', () => {
    expect(firstMessage(addSocialLinkBodySchema, { platform: 'myspace', username: 'lena' })).toBe(
      'Please select a platform.',
    );
    expect(firstMessage(addSocialLinkBodySchema, { platform: 'github', username: ' ' })).toBe(
      'Username is required.',
    );
  });
});

describe('profile edits (spec §5)', () => {
  it('limit the bio and require a name', () => {
    expect(firstMessage(editProfileBodySchema, { fullName: 'Lena', bio: 'x'.repeat(201) })).toBe(
      'Bio must not exceed 200 characters.',
    );
    expect(firstMessage(editProfileBodySchema, { fullName: 'L' })).toBe(
      'Full name must be at least 2 characters.',
    );
  });
});
