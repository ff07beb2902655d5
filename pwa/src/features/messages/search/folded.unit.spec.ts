import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { excerptOf, hasAll, wordsOf } from './folded.ts';

const shown = (text: string, query: string) =>
  excerptOf(text, wordsOf(query))
    .map(({ text: piece, isFound }) => (isFound ? `[${piece}]` : piece))
    .join('');

describe('searched text', () => {
  it('matches without regard to case, accents and the order of words', () => {
    expect(hasAll('Das Café am Fluß', wordsOf('cafe'))).toBe(true);
    expect(hasAll('Das Café am Fluß', wordsOf('FLUSS'))).toBe(false);
    expect(hasAll('Das Café am Fluß', wordsOf('fluß café'))).toBe(true);
    expect(hasAll('Das Café am Fluß', wordsOf('café see'))).toBe(false);
    expect(wordsOf('   ')).toEqual([]);
  });

  it('shows each match in its context, as written', () => {
    expect(shown('Das Café am Fluß', 'fluß cafe')).toBe('Das [Café] am [Fluß]');
    expect(shown('ein\nzwei   drei', 'zwei')).toBe('ein [zwei] drei');
    expect(shown('ﬁnd the ﬁsh', 'fis')).toContain('[ﬁs]');
  });

  it('omits text far before and after the match', () => {
    const text = `${'so it goes '.repeat(20)}and the needle is here ${'and on and on '.repeat(20)}`;
    const excerpt = shown(text, 'needle');
    expect(excerpt).toMatch(/^… .*\[needle\] is here.*…$/);
    expect(excerpt.length).toBeLessThan(180);
  });

  it('shows only text of the original, whatever the query', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.string({ unit: 'grapheme', maxLength: 4 }),
        (text, query) => {
          const flat = text.replace(/\s+/g, ' ').trim();
          for (const piece of excerptOf(text, wordsOf(query))) {
            if (piece.text !== '… ' && piece.text !== '…') expect(flat).toContain(piece.text);
          }
        },
      ),
    );
  });
});
