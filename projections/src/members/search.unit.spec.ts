import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gramsOf } from '../tables.ts';
import { searchOf } from './search.ts';

describe('the grams of a text', () => {
  it('are its distinct letters and pairs of letters, in any alphabet', () => {
    expect(gramsOf('')).toEqual([]);
    expect(gramsOf('aab')).toEqual(['a', 'b', 'aa', 'ab']);
    expect(gramsOf('王😀')).toEqual(['王', '😀', '王😀']);
  });

  it('of a substring are among those of the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(), fc.nat(), (text, from, length) => {
        const part = Array.from(text)
          .slice(from, from + length)
          .join('');
        expect(gramsOf(text)).toEqual(expect.arrayContaining(gramsOf(part)));
      }),
    );
  });
});

describe('the searched text of a member', () => {
  it('is folded, with one line per text, and storable', () => {
    expect(searchOf('Ada', 'ÅSA Weiß\0', '')).toBe('@ada\nasa weiss\ufffd\n');
  });

  it('fits into an index, even if folding makes it many times as long', () => {
    const search = searchOf('ada', '\ufdfa'.repeat(100), '㍇'.repeat(200));
    expect(Buffer.byteLength(search)).toBeLessThanOrEqual(2_400);
    expect(search).toMatch(/^@ada\n/);
    expect(search).not.toContain('\ufffd');
  });
});
