import fc from 'fast-check';
import { expect, it } from 'vitest';
import { excerpt } from './excerpt.ts';

it('leaves a short text, in one line', () => {
  expect(excerpt(' hello\n\n  you ', 10)).toBe('hello you');
  expect(excerpt('', 10)).toBe('');
});

it('cuts between characters as people see them', () => {
  expect(excerpt('hello you', 5)).toBe('hello…');
  expect(excerpt('👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 2)).toBe('👩‍👩‍👧‍👦…');
  expect(excerpt('🇩🇪🇩🇪🇩🇪', 2)).toBe('🇩🇪🇩🇪…');
});

it('is bounded, whatever is in the text', () => {
  expect(excerpt('e'.padEnd(4000, '\u0301'), 100)).toBe('…');
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.integer({ min: 1, max: 20 }),
      (text, most) => {
        const short = excerpt(text, most);
        expect(short.length).toBeLessThanOrEqual(most * 8 + 1);
        // Half an emoji could not be encoded.
        expect(() => encodeURIComponent(short)).not.toThrow();
      },
    ),
  );
});
