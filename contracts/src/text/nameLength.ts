/** Characters that are a word or a syllable each. */
const ideograph =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Yi}\p{Script=Tangut}\p{Script=Nushu}\p{Script=Khitan_Small_Script}]/gu;

/** How long a name counts for its minimum: in UTF-16 units like every limit, but an East Asian character is two. */
export const nameLength = (name: string): number => name.length + (name.match(ideograph)?.length ?? 0);
