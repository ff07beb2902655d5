import { parseUrl } from '@pmcw/contracts';

export type ImageAddress =
  | { readonly kind: 'none' }
  | { readonly kind: 'invalid' }
  /** Same origin, which pages may load. */
  | { readonly kind: 'own'; readonly src: string }
  /** Another site, which is not loaded: only its name is shown. */
  | { readonly kind: 'foreign'; readonly host: string };

/** Accepts http(s), or a path of this site's media. */
export function readImageAddress(typed: string, origin: string): ImageAddress {
  const text = typed.trim();
  if (text === '') return { kind: 'none' };
  const isComplete = /^https?:\/\//i.test(text) || text.startsWith('/media/');
  const url = isComplete ? parseUrl(text, origin) : null;
  if (url === null) return { kind: 'invalid' };
  return url.origin === origin ? { kind: 'own', src: url.href } : { kind: 'foreign', host: url.host };
}
