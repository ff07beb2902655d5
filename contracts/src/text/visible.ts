/**
 * Letters, digits, punctuation, symbols and private characters, except blank ones: Hangul fillers and other ignorable
 * ones, the Braille blank, the object replacement character, the null notehead, blank hieroglyphs.
 */
const visible =
  /(?![\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{1d159}\u{13441}\u{13442}])[\p{L}\p{N}\p{P}\p{S}\p{Co}\p{Extended_Pictographic}]/u;

/** Text that is not visible counts as empty everywhere. */
export const isVisible = (text: string): boolean => visible.test(text);
