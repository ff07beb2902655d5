import { graphemesOf } from '../text/graphemes.ts';

/** First letters of up to two words (spec §2). */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).slice(0, 2);
  return words.map((word) => [...graphemesOf(word)][0]?.toUpperCase() ?? '').join('');
}
