const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** What a reader takes for one character: a letter with its marks, an emoji of several code points. */
export function* graphemesOf(text: string): Generator<string> {
  for (const { segment } of segmenter.segment(text)) yield segment;
}
