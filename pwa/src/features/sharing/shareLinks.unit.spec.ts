import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { profileUrl, readableUrl, type Share, shareAddress, shareTargets } from './shareLinks.ts';

const share: Share = {
  url: 'https://pmcw.example/ada',
  title: 'Ada & Co (@ada)',
  description: 'Computes + more?\n100%',
};
const parametersOf = (address: string) => Object.fromEntries(new URL(address).searchParams);

describe('shareAddress', () => {
  it('leads to Twitter with text and link', () => {
    const address = shareAddress('twitter', share);
    expect(address.startsWith('https://twitter.com/intent/tweet?')).toBe(true);
    expect(parametersOf(address)).toEqual({
      text: 'Ada & Co (@ada)\nComputes + more?\n100%',
      url: share.url,
    });
  });

  it('leads to Facebook and LinkedIn with the link, as they make their own preview', () => {
    expect(shareAddress('facebook', share)).toBe(
      'https://www.facebook.com/sharer/sharer.php?u=https%3A%2F%2Fpmcw.example%2Fada',
    );
    expect(shareAddress('linkedin', share)).toBe(
      'https://www.linkedin.com/sharing/share-offsite/?url=https%3A%2F%2Fpmcw.example%2Fada',
    );
  });

  it('leads to Telegram with text and link', () => {
    const address = shareAddress('telegram', { ...share, description: '' });
    expect(address.startsWith('https://t.me/share/url?')).toBe(true);
    expect(parametersOf(address)).toEqual({ url: share.url, text: 'Ada & Co (@ada)' });
  });

  it('writes an email, with spaces that mail programs understand', () => {
    const address = shareAddress('email', share);
    expect(address).not.toContain('+');
    expect(parametersOf(address)).toEqual({
      subject: share.title,
      body: 'Computes + more?\n100%\n\nhttps://pmcw.example/ada',
    });
  });

  it('contains exactly what was typed', () => {
    const typed = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(fc.constantFrom(...shareTargets), typed, typed, (target, title, description) => {
        const address = new URL(shareAddress(target, { ...share, title, description }));
        expect(address.protocol).toBe(target === 'email' ? 'mailto:' : 'https:');
        expect(address.hash).toBe('');
        expect([...address.searchParams].length).toBeLessThanOrEqual(2);
      }),
    );
  });

  it('survives half an emoji', () => {
    for (const target of shareTargets) {
      expect(() => shareAddress(target, { ...share, title: '\ud83d', description: '\ud83d' })).not.toThrow();
    }
  });
});

it('uses one address per profile', () => {
  expect(profileUrl('ada', 'https://pmcw.example')).toBe('https://pmcw.example/ada');
  expect(readableUrl('https://pmcw.example/ada')).toBe('pmcw.example/ada');
});
