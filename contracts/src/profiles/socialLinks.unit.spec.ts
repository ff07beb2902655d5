import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { socialPlatformCodes, socialPlatforms } from './platforms.ts';
import { socialTarget } from './socialLinks.ts';

describe('a pasted social link', () => {
  it.each([
    ['linkedin', 'linkedin.com/in/ada', 'https://www.linkedin.com/in/ada'],
    ['linkedin', 'www.linkedin.com/in/ada/?originalSubdomain=uk', 'https://www.linkedin.com/in/ada'],
    ['linkedin', 'de.linkedin.com/in/ada', 'https://www.linkedin.com/in/ada'],
    ['linkedin', 'LinkedIn.com/in/Ada', 'https://www.linkedin.com/in/Ada'],
    ['linkedin', '//linkedin.com/in/ada', 'https://www.linkedin.com/in/ada'],
    ['linkedin', '/in/ada/', 'https://www.linkedin.com/in/ada'],
    ['linkedin', 'in/j%C3%BCrgen', 'https://www.linkedin.com/in/j%25C3%25BCrgen'],
    ['linkedin', 'company/acme', 'https://www.linkedin.com/company/acme'],
    ['linkedin', 'linkedin.com/company/acme', 'https://linkedin.com/company/acme'],
    ['twitter', 'x.com/ada', 'https://twitter.com/ada'],
    ['twitter', 'mobile.twitter.com/ada?s=20', 'https://twitter.com/ada'],
    ['twitter', 'twitter.com/@ada/', 'https://twitter.com/ada'],
    ['twitter', '@ada', 'https://twitter.com/ada'],
    ['twitter', 'ada/', 'https://twitter.com/ada'],
    ['telegram', 't.me/ada', 'https://t.me/ada'],
    ['telegram', 't.me/s/ada', 'https://t.me/ada'],
    ['telegram', 'telegram.me/ada', 'https://t.me/ada'],
    ['telegram', 't.me/+AbC', 'https://t.me/+AbC'],
    ['github', 'github.com/ada', 'https://github.com/ada'],
    ['github', 'github.com/ada/pots', 'https://github.com/ada/pots'],
    ['medium', 'medium.com/@ada', 'https://medium.com/@ada'],
    ['medium', '@ada', 'https://medium.com/@ada'],
    ['medium', 'ada.medium.com', 'https://ada.medium.com/'],
    ['youtube', 'm.youtube.com/@ada', 'https://www.youtube.com/@ada'],
    ['youtube', 'youtube.com/channel/UC1', 'https://youtube.com/channel/UC1'],
    ['instagram', 'instagram.com/ada.l/?hl=de', 'https://www.instagram.com/ada.l'],
    ['facebook', 'm.facebook.com/ada', 'https://www.facebook.com/ada'],
    ['facebook', 'facebook.com/profile.php?id=7', 'https://facebook.com/profile.php?id=7'],
    ['reddit', 'u/ada', 'https://www.reddit.com/user/ada'],
    ['reddit', 'old.reddit.com/user/ada', 'https://www.reddit.com/user/ada'],
    ['reddit', 'r/bitcoin', 'https://www.reddit.com/r/bitcoin'],
    ['discord', 'discord.gg/pots', 'https://discord.gg/pots'],
  ] as const)('to %s, %j, leads to %s', (platform, typed, url) => {
    expect(socialTarget(platform, typed)).toMatchObject({ url, foreignHost: null });
  });

  it.each([
    ['https://x.com/ada', 'ada'],
    ['https://www.twitter.com/@ada/', 'ada'],
    ['https://twitter.com/ada/status/1', null],
  ])('that starts with http, %j, stays as it is, with its handle', (typed, handle) => {
    expect(socialTarget('twitter', typed)).toEqual({ url: typed, handle, foreignHost: null });
  });

  it.each([
    ['twitter', 'https://evil.example/ada', 'evil.example'],
    ['twitter', 'HTTPS://twitter.com.evil.example/ada', 'twitter.com.evil.example'],
    ['twitter', 'https://twitter.com@evil.example/ada', 'evil.example'],
    ['twitter', 'https://evil-twitter.com/ada', 'evil-twitter.com'],
    ['twitter', 'https://twitter.com:8443/ada', 'twitter.com:8443'],
    ['twitter', 'https://twіtter.com/ada', 'xn--twtter-qvf.com'],
    ['twitter', 'https://github.com/ada', 'github.com'],
    ['facebook', 'https://l.facebook.com/l.php?u=https://evil.example', 'l.facebook.com'],
    ['facebook', 'https://lm.facebook.com/l.php?u=https://evil.example', 'lm.facebook.com'],
    ['linkedin', 'https://lnkd.in/abc', 'lnkd.in'],
    ['github', 'https://ada.github.com', 'ada.github.com'],
  ] as const)('to %s that leads elsewhere, %j, reveals %s', (platform, typed, foreignHost) => {
    expect(socialTarget(platform, typed)).toMatchObject({ foreignHost, handle: null });
  });

  it('reveals each host that is not the platform of its prefix', () => {
    const platforms = socialPlatformCodes.filter((platform) => platform !== 'website');
    fc.assert(
      fc.property(fc.constantFrom(...platforms), fc.string(), (platform, typed) => {
        const target = socialTarget(platform, typed.replace(/^\s*http/i, ''));
        if (target === null) return;
        const own = new URL(socialPlatforms[platform].prefix).host;
        expect(target.foreignHost).toBeNull();
        expect(new URL(target.url).host.endsWith(own.replace('www.', ''))).toBe(true);
      }),
    );
  });

  it.each([
    ['ada.example', 'https://ada.example/'],
    ['ada.example/me', 'https://ada.example/me'],
    ['https://ada.example/?a=b', 'https://ada.example/?a=b'],
  ])('to a website, %j, leads to %s', (typed, url) => {
    expect(socialTarget('website', typed)).toEqual({ url, handle: null, foreignHost: null });
  });
});
