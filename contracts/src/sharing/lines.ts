import { graphemesOf } from '../text/graphemes.ts';
import type { CardFont, MeasureText } from './parts.ts';

/** Unbreakable pieces: a run without spaces, or one East Asian character with its marks. */
const pieces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}][\p{M}\p{P}ー]*|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+|\s+/gu;

/** Controls and invisible formatting, except joiners of emoji, flags, and letters. */
const invisible = /(?!\n|\u200c|\u200d|[\u{e0020}-\u{e007f}])[\p{Cc}\p{Cf}]/gu;

/** Removes what could reorder or hide text, and runs of spaces. */
export const paintable = (text: string): string =>
  text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .replace(invisible, '')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim();

/** After at least one character, never within one. */
function cut(
  text: string,
  width: number,
  font: CardFont,
  measure: MeasureText,
): [start: string, rest: string] {
  let start = '';
  for (const segment of graphemesOf(text)) {
    if (start !== '' && measure(start + segment, font) > width) break;
    start += segment;
  }
  return [start, text.slice(start.length)];
}

export function shortened(text: string, width: number, font: CardFont, measure: MeasureText): string {
  if (measure(text, font) <= width) return text;
  const [start] = cut(text, width - measure('…', font), font, measure);
  return `${start.trimEnd()}…`;
}

/**
 * Breaks at line breaks, between words, between Chinese and Japanese characters, and inside too long words. Text beyond
 * `maxLines` ends in an ellipsis.
 */
export function wrapped(
  text: string,
  width: number,
  maxLines: number,
  font: CardFont,
  measure: MeasureText,
): string[] {
  const lines = text.split('\n').flatMap((line) => wrapLine(line, width, font, measure));
  const kept = lines.slice(0, maxLines);
  const last = kept.at(-1);
  if (last === undefined || lines.length <= maxLines) return kept;
  const [start] = cut(last, width - measure('…', font), font, measure);
  return [...kept.slice(0, -1), `${start.trimEnd()}…`];
}

function wrapLine(text: string, width: number, font: CardFont, measure: MeasureText): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of text.match(pieces) ?? []) {
    if (measure((line + piece).trimEnd(), font) <= width) {
      line += piece;
      continue;
    }
    if (line.trim() !== '') lines.push(line.trim());
    line = piece.trimStart();
    while (measure(line, font) > width) {
      const [start, rest] = cut(line, width, font, measure);
      if (rest === '') break;
      lines.push(start);
      line = rest;
    }
  }
  return line.trim() === '' ? lines : [...lines, line.trim()];
}
