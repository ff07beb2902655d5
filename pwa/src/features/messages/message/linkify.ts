import { parseUrl } from '@pmcw/contracts';

interface Stretch {
  readonly start: number;
  readonly text: string;
  readonly url: string | null;
}

/** Without invisible characters, which could disguise an address. */
const webAddress = /https?:\/\/[^\s<>"'\p{Default_Ignorable_Code_Point}]+/gu;
/** Punctuation that ends the sentence rather than the address. */
const trailing = /[.,;:!?)\]}]+$/;

/** Only http and https become links. */
export function linkify(content: string): Stretch[] {
  const stretches: Stretch[] = [];
  let end = 0;
  for (const match of content.matchAll(webAddress)) {
    const address = match[0].replace(trailing, '');
    if (parseUrl(address) === null) continue;
    if (match.index > end) stretches.push({ start: end, text: content.slice(end, match.index), url: null });
    stretches.push({ start: match.index, text: address, url: address });
    end = match.index + address.length;
  }
  if (end < content.length) stretches.push({ start: end, text: content.slice(end), url: null });
  return stretches;
}
