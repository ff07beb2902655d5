/** Ends of paragraphs, where every embedding and isolate ends (UAX #9, class B), and other controls, which nothing goes across. */
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

/** The control that closes what this one opens; null for all other characters. */
function closerOf(char: string): '\u202c' | '\u2069' | null {
  if (/[\u202a\u202b\u202d\u202e]/.test(char)) return '\u202c';
  return /[\u2066-\u2068]/.test(char) ? '\u2069' : null;
}

/**
 * The text without direction controls that open something they don't close in their paragraph, or close nothing: whatever
 * is shown around the text keeps its direction. Never longer than the text.
 */
export function balanced(text: string): string {
  if (!turning.test(text)) return text;
  const open: { readonly at: number; readonly closer: string }[] = [];
  const dropped = new Set<number>();
  const dropOpen = (from: number) => {
    for (const { at } of open.splice(from)) dropped.add(at);
  };
  const chars = [...text];
  for (const [at, char] of chars.entries()) {
    const closer = closerOf(char);
    if (closer !== null) open.push({ at, closer });
    else if (paragraphEnd.test(char)) dropOpen(0);
    else if (char === '\u202c' || char === '\u2069') {
      // The end of an isolate also ends the embeddings within; the end of an embedding can't end an isolate.
      const last = open.at(-1)?.closer === char ? open.length - 1 : -1;
      const from = char === '\u2069' ? open.findLastIndex(({ closer: each }) => each === char) : last;
      if (from === -1) dropped.add(at);
      else {
        dropOpen(from + 1);
        open.pop();
      }
    }
  }
  dropOpen(0);
  return chars.filter((_, at) => !dropped.has(at)).join('');
}

/**
 * A text of somebody else's as part of a sentence: between FSI and PDI, on one line and without overrides, so that it
 * can't turn the words around it. Text that can't turn anything stays as it is.
 */
export function isolated(text: string): string {
  if (!turning.test(text)) return text;
  const line = text.replace(embeddings, '').replace(/\s*(?!\t)[\p{Cc}\u2028\u2029]\s*/gu, ' ');
  return `\u2068${balanced(line)}\u2069`;
}
