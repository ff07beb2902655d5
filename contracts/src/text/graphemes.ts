const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Characters as readers see them: a letter with its marks, an emoji of several code points. */
export function* graphemesOf(text: string): Generator<string> {
  for (const { segment } of segmenter.segment(text)) yield segment;
}
