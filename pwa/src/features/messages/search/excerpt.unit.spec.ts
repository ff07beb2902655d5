import { graphemesOf, searchWords } from '@pmcw/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { excerptOf } from './excerpt.ts';

const shown = (text: string, query: string) =>
  excerptOf(text, searchWords(query) ?? [])
    .map(({ text: piece, isFound }) => (isFound ? `[${piece}]` : piece))
    .join('');

describe('searched text', () => {
  it('shows each match in its context, as written', () => {
    expect(shown('Das Café am Fluß', 'fluß cafe')).toBe('Das [Café] am [Fluß]');
    expect(shown('ein\nzwei   drei', 'zwei')).toBe('ein [zwei] drei');
    expect(shown('ﬁnd the ﬁsh', 'fis')).toContain('[ﬁs]');
  });

  it('shows characters that match in part as a whole', () => {
    expect(shown('Die Straße', 'strasse')).toBe('Die [Straße]');
    expect(shown('Die Straße', 'stras')).toBe('Die [Straß]e');
    expect(shown('ﬁnd', 'f')).toBe('[ﬁ]nd');
    expect(shown('Cafe\u0301 am See', 'café')).toBe('[Cafe\u0301] am See');
  });

  it('omits text far before and after the match', () => {
    const text = `${'so it goes '.repeat(20)}and the needle is here ${'and on and on '.repeat(20)}`;
    const excerpt = shown(text, 'needle');
    expect(excerpt).toMatch(/^… .*\[needle\] is here.*…$/);
    expect(excerpt.length).toBeLessThan(180);
  });

  it.each(['😀', '👩‍👩‍👧', '🇩🇪', 'e\u0301', '👍🏽'])('never cuts %s', (character) => {
    for (let shift = 0; shift < 4; shift += 1) {
      const text = `${'x'.repeat(shift)}${character.repeat(60)}needle${character.repeat(300)}`;
      const pieces = excerptOf(text, ['needle']).map((piece) => piece.text);
      const allowed = new Set([character, '…', ' ', ...'needlex']);
      expect(pieces.flatMap((piece) => [...graphemesOf(piece)]).filter((each) => !allowed.has(each))).toEqual(
        [],
      );
    }
  });

  it('shows only text of the original, whatever the query', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.string({ unit: 'grapheme', maxLength: 4 }),
        (text, query) => {
          const flat = text.replace(/\s+/g, ' ').trim();
          for (const piece of excerptOf(text, searchWords(query) ?? [])) {
            if (piece.text !== '… ' && piece.text !== '…') expect(flat).toContain(piece.text);
          }
        },
      ),
    );
  });
});
