import type { IncomingHttpHeaders } from 'node:http';
import { weightsOf } from './weights.ts';

export interface Asked {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
}

/** Headers that decide whether a page is sent, and its language. */
export const pageVary = 'accept, accept-language, sec-fetch-mode';

function prefersHtml(accept = ''): boolean {
  const weights = new Map(weightsOf(accept).map(({ name, weight }) => [name, weight]));
  const highest = (...names: readonly string[]) =>
    Math.max(0, ...names.map((name) => weights.get(name) ?? 0));
  const html = highest('text/html');
  const json = highest('application/json', 'application/problem+json');
  return html > json && html >= highest('*/*', 'application/*');
}

/** Whether a person opens the address. Browsers send `sec-fetch-mode` over https and to localhost only. */
export function isNavigation({ method, headers }: Asked): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  const mode = headers['sec-fetch-mode'];
  return mode === undefined ? prefersHtml(headers.accept) : mode === 'navigate';
}
