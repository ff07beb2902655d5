import { parseUrl } from '@pmcw/contracts';
import { LinkifyIt } from 'linkify-it';

interface Stretch {
  readonly start: number;
  readonly text: string;
  readonly url: string | null;
}

/** Finds user names too, so that `https://example.com@evil.test` is refused as a whole. */
const library = new LinkifyIt({ urlAuth: true });
/** Without the library's rules for characters before it: Chinese and Japanese have no spaces there. */
const scheme = /\bhttps?:/gi;
/** Ends an address, because it could disguise where it leads. */
const hidden = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800\ufffc]/gu;
/** Punctuation of the sentence that the library counts as part of the address. */
const trailing = /[:`]+$/;

/** Only http and https become links, and only if they lead to the host that they show. */
export function linkify(content: string): Stretch[] {
  const visible = content.replace(hidden, ({ length }) => ' '.repeat(length));
  const stretches: Stretch[] = [];
  let end = 0;
  for (const { 0: prefix, index } of visible.matchAll(scheme)) {
    if (index < end) continue;
    const from = index + prefix.length;
    const address = visible
      .slice(index, from + library.testSchemaAt(visible, prefix, from))
      .replace(trailing, '');
    if (!leadsWhereItSays(address)) continue;
    if (index > end) stretches.push({ start: end, text: content.slice(end, index), url: null });
    stretches.push({ start: index, text: address, url: address });
    end = index + address.length;
  }
  if (end < content.length) stretches.push({ start: end, text: content.slice(end), url: null });
  return stretches;
}

/** Browsers rewrite hosts: `1.1` is 1.0.0.1, `ⓔxample.com` is example.com, and `\` is a slash. */
function leadsWhereItSays(address: string): boolean {
  const url = parseUrl(address);
  const shown = /^https?:\/\/(\[[^\]]*\]|[^/?#:@\\]*)/i.exec(address)?.[1];
  if (url === null || shown === undefined || url.username !== '' || url.password !== '') return false;
  return url.hostname === shown.toLowerCase() || isPlainIdn(shown, url.hostname);
}

/** A host with other than ASCII letters that browsers encode without replacing characters, except for case. */
const isPlainIdn = (shown: string, host: string): boolean =>
  /(?:^|\.)xn--/.test(host) &&
  /^[\p{L}\p{M}\p{N}.-]+$/u.test(shown) &&
  [shown, shown.toLowerCase()].every((text) => text === text.normalize('NFKC'));
