/**
 * Letters, digits, punctuation, symbols and private characters, but for those of them that are blank: Hangul fillers and
 * other ignorable ones, the Braille blank, the object replacement character, the null notehead, blank hieroglyphs. Left out
 * are white space, controls, formatting, lone surrogates, unassigned characters, and marks, which need a character to be on.
 */
const visible =
  /(?![\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{1d159}\u{13441}\u{13442}])[\p{L}\p{N}\p{P}\p{S}\p{Co}\p{Extended_Pictographic}]/u;

/** Whether a reader sees anything of the text. Text that is not visible counts as empty everywhere. */
export const isVisible = (text: string): boolean => visible.test(text);
