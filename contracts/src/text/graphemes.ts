const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Characters as readers see them: a letter with its marks, an emoji of several code points. */
export function* graphemesOf(text: string): Generator<string> {
  for (const { segment } of segmenter.segment(text)) yield segment;
}

/** The start of a text in whole characters. @param most in UTF-16 units, as in `limits` */
export function startOf(text: string, most: number): string {
  if (text.length <= most) return text;
  let end = 0;
  for (const character of graphemesOf(text)) {
    if (end + character.length > most) break;
    end += character.length;
  }
  return text.slice(0, end);
}
