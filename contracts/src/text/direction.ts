/** Ends of paragraphs, which end all isolates (UAX #9, class B), and other controls. */
const paragraphEnd = /(?!\t)[\p{Cc}\u2028\u2029]/u;
/** LRE, RLE, LRO, RLO and PDF. */
const embeddings = /[\u202a-\u202e]/g;
/** Unicode blocks of right-to-left scripts. */
const rightToLeft = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** Characters that can change the direction of surrounding text: right-to-left scripts and controls. */
const turning =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** By the first letter. */
export function directionOf(text: string): 'ltr' | 'rtl' {
  const first = /[\p{L}\u061c\u200e\u200f]/u.exec(text)?.[0];
  return first !== undefined && rightToLeft.test(first) ? 'rtl' : 'ltr';
}

/**
 * Removes embeddings, overrides, and unmatched isolates, so that surrounding text keeps its direction. Never makes the
 * text longer.
 */
export function balanced(text: string): string {
  if (!turning.test(text)) return text;
  const chars = [...text.replace(embeddings, '')];
  const open: number[] = [];
  const dropOpen = () => {
    for (const at of open.splice(0)) chars[at] = '';
  };
  for (const [at, char] of chars.entries()) {
    if (/[\u2066-\u2068]/.test(char)) open.push(at);
    else if (char === '\u2069' && open.pop() === undefined) chars[at] = '';
    else if (paragraphEnd.test(char)) dropOpen();
  }
  dropOpen();
  return chars.join('');
}

/** Between FSI and PDI, on one line, without overrides. Text that can't change the direction is unchanged. */
export function isolated(text: string): string {
  if (!turning.test(text)) return text;
  return `\u2068${balanced(text.replace(/\s*(?!\t)[\p{Cc}\u2028\u2029]\s*/gu, ' '))}\u2069`;
}
