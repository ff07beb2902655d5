import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gramsOf } from '../tables.ts';
import { searchOf } from './search.ts';

describe('the grams of a text', () => {
  it('are its letters and pairs of letters, each once, whatever the alphabet', () => {
    expect(gramsOf('')).toEqual([]);
    expect(gramsOf('aab')).toEqual(['a', 'b', 'aa', 'ab']);
    expect(gramsOf('王😀')).toEqual(['王', '😀', '王😀']);
  });

  it('of a part of a text are among those of the text', () => {
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

describe('what members are found by', () => {
  it('is folded, a line for each text, and storable', () => {
    expect(searchOf('Ada ', 'ÅSA\0', '')).toBe('ada\nåsa\ufffd\n');
  });
});
