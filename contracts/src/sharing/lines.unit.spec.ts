import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paintable, shortened, wrapped } from './lines.ts';
import type { CardFont, MeasureText } from './parts.ts';

const font: CardFont = { size: 10, weight: 500 };
/** Every character is 10 pixels wide. */
const measure: MeasureText = (text) => [...text].length * 10;
const wrap = (text: string, characters: number, maxLines = 10) =>
  wrapped(text, characters * 10, maxLines, font, measure);

describe('lines', () => {
  it.each([
    ['the quick brown fox', 9, ['the quick', 'brown fox']],
    ['one\ntwo', 20, ['one', 'two']],
    ['abcdefghij', 4, ['abcd', 'efgh', 'ij']],
    ['go abcdefghij', 4, ['go', 'abcd', 'efgh', 'ij']],
    ['区块链身份好。很', 6, ['区块链身份', '好。很']],
    ['', 5, []],
  ])('of %j in %i characters', (text, characters, lines) => {
    expect(wrap(text, characters)).toEqual(lines);
  });

  it('that are too many end in an ellipsis', () => {
    expect(wrap('aaaa bbbb cccc', 4, 2)).toEqual(['aaaa', 'bbb…']);
    expect(wrap('aaaa bb cccc', 4, 2)).toEqual(['aaaa', 'bb…']);
  });

  it('never break a composed emoji', () => {
    const family = '👩‍👩‍👧‍👦';
    expect(wrap(family.repeat(3), 8).join('')).toBe(family.repeat(3));
    for (const line of wrap(family.repeat(3), 8)) expect(line).toBe(family);
  });

  it('lose no letter and fit, for any text', () => {
    const letters = (text: string) => text.replace(/\s/g, '');
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 80 }).map(paintable),
        fc.integer({ min: 1, max: 30 }),
        (text, characters) => {
          const lines = wrap(text, characters, 1000);
          expect(letters(lines.join(''))).toBe(letters(text));
          for (const line of lines) {
            const isOneGrapheme = [...new Intl.Segmenter().segment(line)].length === 1;
            expect(measure(line, font) <= characters * 10 || isOneGrapheme).toBe(true);
          }
        },
      ),
    );
  });
});

describe('shortened', () => {
  it('keeps a text that fits, and the start of one that does not', () => {
    expect(shortened('abcd', 40, font, measure)).toBe('abcd');
    expect(shortened('abcde', 40, font, measure)).toBe('abc…');
  });
});

describe('paintable', () => {
  it.each([
    ['a\u202eb\u0007c', 'abc'],
    ['  a \t b\r\n\r\n\r\nc  ', 'a b\nc'],
    ['👩‍🚀 می‌خواهم', '👩‍🚀 می‌خواهم'],
  ])('of %j is %j', (text, result) => {
    expect(paintable(text)).toBe(result);
  });
});
