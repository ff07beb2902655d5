/** Characters that are a word or a syllable each. */
const ideograph =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Yi}\p{Script=Tangut}\p{Script=Nushu}\p{Script=Khitan_Small_Script}]/gu;

/** In UTF-16 units; an East Asian character counts twice. */
export const nameLength = (name: string): number => name.length + (name.match(ideograph)?.length ?? 0);
