import { graphemesOf } from './graphemes.ts';

/** Combining marks can make one character as long as a book. */
const unitsPerCharacter = 8;

/**
 * The start of a text in one line, for other people's text outside of its place: toasts, lists, notifications.
 * @param most characters as people see them; a longer text ends with "…"
 */
export function excerpt(text: string, most: number): string {
  const window = text.trimStart().slice(0, most * unitsPerCharacter);
  const isWhole = window.length === text.trimStart().length;
  const flat = window.replace(/\s+/g, ' ').trimEnd();
  let [end, count] = [0, 0];
  for (const character of graphemesOf(flat)) {
    const isCut = !isWhole && end + character.length === flat.length;
    if (count === most || isCut) return `${flat.slice(0, end).trimEnd()}…`;
    end += character.length;
    count += 1;
  }
  return flat;
}
