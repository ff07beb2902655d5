import { foldForSearch, graphemesOf } from '@pmcw/contracts';

interface Piece {
  readonly text: string;
  readonly isFound: boolean;
}

type Range = readonly [from: number, to: number];

/** Graphemes before the first match, and in total. */
const before = 24;
const shownMax = 160;

/**
 * Returns the text around the first match in pieces, with ellipses for omitted text.
 * @param words of `searchWords`
 */
export function excerptOf(text: string, words: readonly string[]): readonly Piece[] {
  const letters = [...graphemesOf(text.replace(/\s+/g, ' ').trim())];
  const found = foundIn(letters, words);
  const start = Math.max(0, (found[0]?.[0] ?? 0) - before);
  const begin = start === 0 ? 0 : letters.indexOf(' ', start - 1) + 1 || start;
  let at = Math.min(begin, found[0]?.[0] ?? begin);
  const end = Math.min(letters.length, begin + shownMax);
  const written = (from: number, to: number) => letters.slice(from, to).join('');
  const pieces: Piece[] = at > 0 ? [{ text: '… ', isFound: false }] : [];
  for (const [from, to] of found) {
    if (to > end) continue;
    if (from > at) pieces.push({ text: written(at, from), isFound: false });
    pieces.push({ text: written(from, to), isFound: true });
    at = to;
  }
  if (at < end) pieces.push({ text: written(at, end), isFound: false });
  if (end < letters.length) pieces.push({ text: '…', isFound: false });
  return pieces;
}

/** Ranges of graphemes, in order and without overlap; a grapheme that is matched in part, like ß by "s", is in them. */
function foundIn(letters: readonly string[], words: readonly string[]): readonly Range[] {
  const folded = letters.map(foldForSearch);
  const text = folded.join('');
  const graphemeAt = folded.flatMap((piece, index) => Array.from({ length: piece.length }, () => index));
  const found: Range[] = [];
  const all = words.flatMap((word) => placesOf(text, word)).sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  for (const [first, last] of all) {
    const from = graphemeAt[first] ?? 0;
    if (from >= (found.at(-1)?.[1] ?? 0)) found.push([from, (graphemeAt[last] ?? 0) + 1]);
  }
  return found;
}

/** Units of first and last letter of each occurrence. */
function placesOf(text: string, word: string): Range[] {
  const places: Range[] = [];
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + word.length)) {
    places.push([at, at + word.length - 1]);
  }
  return places;
}
