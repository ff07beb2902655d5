import { describe, expect, it } from 'vitest';
import { loadFonts } from './fonts.ts';
import { legible } from './legible.ts';
import { readMetrics } from './woff.ts';

const fonts = await loadFonts();
const ada = {
  ...{ username: 'ada', fullName: 'Ada', bio: '', isAuthorized: false, pmcwTokens: 0 },
  ...{ socials: [], wallets: [] },
};
const nameOf = (fullName: string) => legible({ ...ada, fullName }, fonts).fullName;

describe('the fonts of pictures', () => {
  it.each(['Łukasz Żółć', 'Ελένη', 'Привіт', 'Nguyễn Phượng', 'ÅÄÖ – “quoted” …', '€ 100'])(
    'write %s',
    (text) => {
      expect(fonts.covers(text)).toBe(true);
    },
  );

  it.each(['王小明', 'שלום', 'مرحبا', '🚀'])('do not write %s', (text) => {
    expect(fonts.covers(text)).toBe(false);
  });

  it('know the width of a text', () => {
    const width = (text: string, weight: 500 | 700 = 500) => fonts.measure(text, { size: 100, weight });
    expect(width('')).toBe(0);
    expect(width('i')).toBeLessThan(width('W') / 2);
    expect(width('Ada Lovelace', 700)).toBeGreaterThan(width('Ada Lovelace'));
    expect(width('AdaAda')).toBeCloseTo(2 * width('Ada'));
    // As measured by a browser with the same font, without kerning.
    expect(width('Hamburgefonstiv')).toBeGreaterThan(760);
    expect(width('Hamburgefonstiv')).toBeLessThan(860);
  });

  it('are WOFF, and other formats are refused', () => {
    expect(() => readMetrics(Buffer.from('wOF2 and more'))).toThrow('no WOFF');
  });
});

describe('a legible profile', () => {
  it.each([
    ['Ada Lovelace', 'Ada Lovelace'],
    ['Ada 👩‍🚀 Lovelace 🇬🇧', 'Ada Lovelace'],
    ['E\u0301lise', 'Élise'],
    ['7 Seas', '7 Seas'],
    ['🚀', 'ada'],
    ['王小明', 'ada'],
    ['Ada 王', 'ada'],
  ])('calls %s %s', (fullName, shown) => {
    expect(nameOf(fullName)).toBe(shown);
  });

  it('has no bio rather than empty boxes, and platform names for unsupported handles', () => {
    const profile = legible(
      { ...ada, bio: 'こんにちは', socials: [{ platform: 'github', username: '王' }] as const },
      fonts,
    );
    expect(profile.bio).toBe('');
    expect(profile.socials).toEqual([{ platform: 'github', username: 'GitHub' }]);
  });
});
