import { oneLine } from '@pmcw/contracts';

/** Ignores case and accents. */
function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

export function wordsOf(query: string): readonly string[] {
  return fold(oneLine(query)).split(' ').filter(Boolean);
}

/** @param words of `wordsOf` */
export function hasAll(text: string, words: readonly string[]): boolean {
  const folded = fold(text);
  return words.every((word) => folded.includes(word));
}

interface Piece {
  readonly text: string;
  readonly isFound: boolean;
}

/** Characters before the first match, and in total. */
const before = 24;
const shownMax = 160;

/** Returns the text around the first match in pieces, with ellipses for omitted text. */
export function excerptOf(text: string, words: readonly string[]): readonly Piece[] {
  const flat = text.replace(/\s+/g, ' ').trim();
  const { folded, places } = foldWithPlaces(flat);
  const found = foundIn(folded, words).map(([from, to]) => [places[from] ?? 0, places[to] ?? flat.length]);
  const start = Math.max(0, (found[0]?.[0] ?? 0) - before);
  const begin = start === 0 ? 0 : flat.indexOf(' ', start - 1) + 1 || start;
  const end = Math.min(flat.length, begin + shownMax);
  const pieces: Piece[] = [];
  let at = Math.min(begin, found[0]?.[0] ?? begin);
  if (at > 0) pieces.push({ text: '… ', isFound: false });
  for (const [from = 0, to = 0] of found) {
    if (from < at || to > end) continue;
    if (from > at) pieces.push({ text: flat.slice(at, from), isFound: false });
    pieces.push({ text: flat.slice(from, to), isFound: true });
    at = to;
  }
  if (at < end) pieces.push({ text: flat.slice(at, end), isFound: false });
  if (end < flat.length) pieces.push({ text: '…', isFound: false });
  return pieces;
}

/** Ranges in order and without overlap. */
function foundIn(folded: string, words: readonly string[]): readonly (readonly [number, number])[] {
  const all = words.flatMap((word) => {
    const places: [number, number][] = [];
    for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + word.length)) {
      places.push([at, at + word.length]);
    }
    return places;
  });
  const found: [number, number][] = [];
  for (const [from, to] of all.sort((a, b) => a[0] - b[0] || b[1] - a[1])) {
    if (from >= (found.at(-1)?.[1] ?? 0)) found.push([from, to]);
  }
  return found;
}

function foldWithPlaces(text: string): { readonly folded: string; readonly places: readonly number[] } {
  let folded = '';
  const places: number[] = [];
  let at = 0;
  for (const letter of text) {
    const piece = fold(letter);
    places.push(...Array.from({ length: piece.length }, () => at));
    folded += piece;
    at += letter.length;
  }
  return { folded, places };
}
