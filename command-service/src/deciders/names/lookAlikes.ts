import unhomoglyph from 'unhomoglyph';

/** Latin small capitals, which Unicode's list of confusables leaves out. */
const smallCapitals = 'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ';
const smallLetters = 'abcdefghijklmnopqrstuvwyz';
/** Where the Latin capitals in circles and squares begin, and the regional indicators; Unicode makes no letters of them. */
const drawnCapitals = [0x1f150, 0x1f170, 0x1f1e6];

/** The text with letters in the place of what only draws them, and without what is not seen. */
export const withLetters = (text: string): string =>
  [...text.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '')]
    .map((char) => {
      const code = char.codePointAt(0) ?? 0;
      const first = drawnCapitals.find((start) => code >= start && code < start + 26);
      if (first !== undefined) return String.fromCharCode(0x61 + code - first);
      return smallLetters[smallCapitals.indexOf(char)] ?? char;
    })
    .join('');

/** Digits and signs that are read as letters, and a letter that is hard to tell from "l" in one case or the other. */
const readAs: ReadonlyMap<string, string> = new Map([
  ['@', 'a'],
  ['$', 's'],
  ['!', 'l'],
  ['|', 'l'],
  ['3', 'e'],
  ['4', 'a'],
  ['5', 's'],
  ['7', 't'],
  ['8', 'b'],
  ['i', 'l'],
]);

/** The skeleton of Unicode TR39: each character by the one that it may be taken for, without marks. */
const skeleton = (text: string): string =>
  unhomoglyph(text.normalize('NFKD').replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, ''))
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase();

/**
 * The form in which two words are the same to a reader in a hurry: "Аdm1n", "ＡＤＭＩＮ" and "admin". Not a spelling of the
 * word ("m" becomes "rn"): it is only compared with other such forms.
 */
export function looks(word: string): string {
  // Twice, for small letters have look-alikes that their capitals lack.
  const letters = [...skeleton(skeleton(word)).replaceAll('vv', 'w')];
  return letters.map((char) => readAs.get(char) ?? char).join('');
}
