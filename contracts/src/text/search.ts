/** Accents, points and other optional marks. Marks of further scripts are vowels; those of kana are consonants. */
const accents =
  /(?![\u3099\u309a])(?=\p{M})[\p{Script=Inherited}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}]/gu;
const ignorable = /\p{Default_Ignorable_Code_Point}/gu;
/** Written in several ways and often left out: O’Brien, Hawaiʻi. The acute accent would decompose to a space. */
const apostrophes = /['`´‘’‛′ʹʻʼʽˊ]/g;
const dashes = /[\p{Pd}\u2212]/gu;

/** Letters that Unicode doesn't decompose, in the spelling of a plain keyboard (CLDR's Latin-ASCII). */
const plainLetters: ReadonlyMap<string, string> = new Map(
  [
    'æae œoe þth ŋn ðd đd ɖd ɗd ƌd øo ɵo ɔo łl ƚl ɫl ħh ɦh ŧt ƭt ʈt ıi ɨi ɩi ĸk ƙk ƀb ɓb ƃb ƈc ȼc',
    'əe ɛe ɇe ƒf ǥg ɠg ɉj ɲn ƞn ƥp ɍr ʉu ʋv ɏy ƴy ƶz ȥz ςσ',
  ]
    .join(' ')
    .split(' ')
    .map((pair) => [pair.slice(0, 1), pair.slice(1)]),
);
const plainable = new RegExp(`[${[...plainLetters.keys()].join('')}]`, 'g');

/**
 * Folds text for searching: without regard to case, accents, apostrophes and the ways to encode or style a letter. For
 * names that must be unique there is `foldCase`.
 */
export function foldForSearch(text: string): string {
  return (
    text
      .replace(apostrophes, '')
      .normalize('NFKD')
      .replace(accents, '')
      .replace(ignorable, '')
      .replace(dashes, '-')
      // Upper case spells out ß; lower case alone would leave it.
      .toLowerCase()
      .toUpperCase()
      .toLowerCase()
      .replace(plainable, (letter) => plainLetters.get(letter) ?? letter)
      // Composes kana and Hangul syllables again.
      .normalize('NFC')
  );
}

/**
 * Distinct folded words of a query, without those within others. Hyphens separate words; a query of hyphens is one.
 * @returns null if the query is blank; empty if nothing in it can be found, such as an apostrophe
 */
export function searchWords(query: string): readonly string[] | null {
  if (query.trim() === '') return null;
  const text = foldForSearch(query).trim();
  const parts = text.split(/[\s-]+/u).filter(Boolean);
  const words = [...new Set(parts.length > 0 || text === '' ? parts : [text])];
  return words.filter((word) => !words.some((other) => other !== word && other.includes(word)));
}

/** Everything that is searched of a member; the username as cards show it. */
export const searchedText = (username: string, ...texts: readonly string[]): string =>
  [`@${username}`, ...texts].map(foldForSearch).join('\n');

/** @param words of `searchWords` */
export const hasWords = (foldedText: string, words: readonly string[]): boolean =>
  words.length > 0 && words.every((word) => foldedText.includes(word));
