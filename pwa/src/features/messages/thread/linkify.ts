/** A stretch of a message: words, or an address to follow. */
export interface Stretch {
  /** Where it begins in the message. */
  readonly start: number;
  readonly text: string;
  readonly url: string | null;
}

/** Without what can't be seen: it could make an address read as another. */
const webAddress = /https?:\/\/[^\s<>"'\p{Default_Ignorable_Code_Point}]+/gu;
/** Punctuation that ends the sentence rather than the address. */
const trailing = /[.,;:!?)\]}]+$/;

/** Splits a message at the web addresses in it. Nothing but http and https becomes a link. */
export function linkify(content: string): Stretch[] {
  const stretches: Stretch[] = [];
  let end = 0;
  for (const match of content.matchAll(webAddress)) {
    const address = match[0].replace(trailing, '');
    if (!URL.canParse(address)) continue;
    if (match.index > end) stretches.push({ start: end, text: content.slice(end, match.index), url: null });
    stretches.push({ start: match.index, text: address, url: address });
    end = match.index + address.length;
  }
  if (end < content.length) stretches.push({ start: end, text: content.slice(end), url: null });
  return stretches;
}
