/** What somebody typed as the address of an image, as far as this site may show it. */
export type ImageAddress =
  | { readonly kind: 'none' }
  | { readonly kind: 'invalid' }
  /** Of this site, which its pages may load. */
  | { readonly kind: 'own'; readonly src: string }
  /** Of another site, from which nothing is loaded here: only its name can be shown. */
  | { readonly kind: 'foreign'; readonly host: string };

/** Reads an address as somebody types it: http(s) only, or a path of this site's media. */
export function readImageAddress(typed: string, origin: string): ImageAddress {
  const text = typed.trim();
  if (text === '') return { kind: 'none' };
  const isComplete = /^https?:\/\//i.test(text) || text.startsWith('/media/');
  if (!isComplete || !URL.canParse(text, origin)) return { kind: 'invalid' };
  const url = new URL(text, origin);
  return url.origin === origin ? { kind: 'own', src: url.href } : { kind: 'foreign', host: url.host };
}
