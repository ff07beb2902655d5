import { balanced } from './direction.ts';
import { marksMax } from './marks.ts';
import { isVisible } from './visible.ts';

const combiningMark = /[\p{Mn}\p{Me}]/u;
const space = /[\p{White_Space}\u2800]/u;
const pictograph = /\p{Extended_Pictographic}/u;
/** Characters of emoji that others can be joined to. */
const pictographEnd = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f/u;
const variationSelector = /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/u;
const base = /[\p{L}\p{N}\p{P}\p{S}]/u;
const tag = /[\u{e0020}-\u{e007f}]/u;
const mongolianSelector = /[\u180b-\u180f]/;
/** Letters and marks of scripts with joiners that choose between forms. */
const joining =
  /(?=[\p{L}\p{M}])[\p{scx=Arabic}\p{scx=Syriac}\p{scx=Mandaic}\p{scx=Nko}\p{scx=Adlam}\p{scx=Hanifi_Rohingya}\p{scx=Mongolian}\p{scx=Phags_Pa}\p{scx=Devanagari}\p{scx=Bengali}\p{scx=Gurmukhi}\p{scx=Gujarati}\p{scx=Oriya}\p{scx=Tamil}\p{scx=Telugu}\p{scx=Kannada}\p{scx=Malayalam}\p{scx=Sinhala}\p{scx=Myanmar}\p{scx=Khmer}\p{scx=Thaana}]/u;
/** Controls, noncharacters, lone surrogates, and annotation marks. */
const control = /(?![\n\t])[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\ufff9-\ufffb]/u;
const ignorable = /\p{Default_Ignorable_Code_Point}/u;

/** Whether it joins emoji or letters, or chooses a form. */
function hasEffect(before: string, char: string, after: string): boolean {
  if (char === '\u200d')
    return (pictographEnd.test(before) && pictograph.test(after)) || joining.test(before);
  if (char === '\u200c') return joining.test(before);
  if (variationSelector.test(char)) return base.test(before);
  if (tag.test(char)) return tag.test(before) || before === '\u{1f3f4}';
  return mongolianSelector.test(char) && /\p{Script=Mongolian}/u.test(before);
}

function filtered(text: string, isKept: (before: string, char: string, after: string) => boolean): string {
  const chars = [...text];
  const kept: string[] = [];
  let marks = marksMax;
  for (const [at, char] of chars.entries()) {
    if (control.test(char)) continue;
    if (ignorable.test(char)) {
      if (isKept(kept.at(-1) ?? '', char, chars[at + 1] ?? '')) kept.push(char);
    } else if (combiningMark.test(char)) {
      if (marks < marksMax) kept.push(char);
      marks += 1;
    } else {
      // White space carries no marks.
      marks = space.test(char) ? marksMax : 0;
      kept.push(char);
    }
  }
  return kept.join('');
}

/**
 * White space becomes single spaces; of invisible characters only those that shape emoji and letters stay. Empty if
 * nothing is visible.
 */
export function oneLine(text: string): string {
  const line = filtered(text.replace(/[\p{White_Space}\u2800]+/gu, ' '), hasEffect)
    .replace(/ {2,}/g, ' ')
    .trim();
  return isVisible(line) ? line : '';
}

/**
 * Without controls, with `
 * ` as line breaks and balanced direction controls. Empty if nothing is visible.
 */
export function manyLines(text: string): string {
  const lines = text.replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n');
  const written = balanced(filtered(lines, () => true)).trim();
  return isVisible(written) ? written : '';
}

/** Names from earlier versions may be empty when normalized; then the username is shown. */
export const shownName = (fullName: string, username: string): string => oneLine(fullName) || username;
