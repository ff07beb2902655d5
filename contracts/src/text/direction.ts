/** Ends of paragraphs, where every isolate ends (UAX #9, class B), and other controls, which nothing goes across. */
const paragraphEnd = /(?!\t)[\p{Cc}\u2028\u2029]/u;
/** LRE, RLE, LRO, RLO and PDF. */
const embeddings = /[\u202a-\u202e]/g;
/** Letters and marks of the scripts that run to the left, by the blocks that Unicode keeps for them. */
const rightToLeft = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** Characters that can change the direction of text around them: those of scripts that run to the left, and controls. */
const turning =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** The direction of a text: that of its first letter. */
export function directionOf(text: string): 'ltr' | 'rtl' {
  const first = /[\p{L}\u061c\u200e\u200f]/u.exec(text)?.[0];
  return first !== undefined && rightToLeft.test(first) ? 'rtl' : 'ltr';
}

/**
 * The text without embeddings and overrides, and without isolates that are not closed in their paragraph or close nothing:
 * whatever is shown around the text keeps its direction. Never longer than the text.
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

/**
 * A text of somebody else's as part of a sentence: between FSI and PDI, on one line and without overrides, so that it
 * can't turn the words around it. Text that can't turn anything stays as it is.
 */
export function isolated(text: string): string {
  if (!turning.test(text)) return text;
  return `\u2068${balanced(text.replace(/\s*(?!\t)[\p{Cc}\u2028\u2029]\s*/gu, ' '))}\u2069`;
}
