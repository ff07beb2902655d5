import unhomoglyph from 'unhomoglyph';

/** Latin small capitals, which Unicode's list of confusables lacks. */
const smallCapitals = 'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ';
const smallLetters = 'abcdefghijklmnopqrstuvwyz';
/** First code points of circled, squared and regional-indicator capitals, which Unicode maps to no letters. */
const drawnCapitals = [0x1f150, 0x1f170, 0x1f1e6];

export const withLetters = (text: string): string =>
  [...text.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '')]
    .map((char) => {
      const code = char.codePointAt(0) ?? 0;
      const first = drawnCapitals.find((start) => code >= start && code < start + 26);
      if (first !== undefined) return String.fromCharCode(0x61 + code - first);
      return smallLetters[smallCapitals.indexOf(char)] ?? char;
    })
    .join('');

/** The capital of "i" looks like "l". */
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

/** Unicode TR39, without marks. */
const skeleton = (text: string): string =>
  unhomoglyph(text.normalize('NFKD').replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, ''))
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase();

/** Equal for look-alikes: "Аdm1n", "ＡＤＭＩＮ" and "admin". No spelling ("m" becomes "rn"). */
export function looks(word: string): string {
  // Twice, because small letters have look-alikes that their capitals lack.
  const letters = [...skeleton(skeleton(word)).replaceAll('vv', 'w')];
  return letters.map((char) => readAs.get(char) ?? char).join('');
}
