/** The `before` of the page that a `Link` header calls the next; null when there is none. */
export function nextPage(response: Response): string | null {
  const links = response.headers.get('link') ?? '';
  const [, target] = /<([^>]*)>\s*;[^,]*\brel="?next"?/.exec(links) ?? [];
  return target === undefined ? null : new URL(target, 'http://any').searchParams.get('before');
}
