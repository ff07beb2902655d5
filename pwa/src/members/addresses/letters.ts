/** A character as written, and the ASCII letters that it resembles: none for invisible ones. */
export interface Letter {
  readonly shown: string;
  readonly plain: string;
  /** Belongs in no address. */
  readonly isOdd: boolean;
}

const nothing = /^[\p{Default_Ignorable_Code_Point}\p{M}]$/u;
const ascii = /^[\x21-\x7e]$/;

/** Letters of Cyrillic and Greek that look like Latin ones (UTS #39); NFKD covers full width and mathematical ones. */
const lookAlikes: ReadonlyMap<string, string> = new Map(
  [
    ['АВЕЅЈКМНОРСТХаеорсухіјѕһԁԛԝ', 'ABESJKMHOPCTXaeopcyxijshdqw'],
    ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧοινρυχ', 'ABEZHIKMNOPTYXoivpux'],
  ].flatMap(([from = '', to = '']) => [...from].map((letter, i): [string, string] => [letter, to.charAt(i)])),
);

function plainOf(character: string): string {
  const base = character.normalize('NFKD').replace(/\p{M}/gu, '');
  return lookAlikes.get(base) ?? (ascii.test(base) ? base : '\ufffd');
}

export const lettersOf = (text: string): Letter[] =>
  [...text].map((shown) => {
    if (ascii.test(shown)) return { shown, plain: shown, isOdd: false };
    return { shown, plain: nothing.test(shown) ? '' : plainOf(shown), isOdd: true };
  });

export const plainText = (letters: readonly Letter[]): string => letters.map(({ plain }) => plain).join('');

/** Invisible characters around an address belong to the text. */
export function withoutEnds(letters: readonly Letter[]): readonly Letter[] {
  const isVisible = ({ plain }: Letter) => plain !== '';
  return letters.slice(Math.max(0, letters.findIndex(isVisible)), letters.findLastIndex(isVisible) + 1);
}

/** "U+200B" */
export const codePointOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
