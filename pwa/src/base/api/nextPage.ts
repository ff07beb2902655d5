/** The `before` of the `Link` header's next page; null without one. */
export function nextPage(response: Response): string | null {
  const links = response.headers.get('link') ?? '';
  const [, target] = /<([^>]*)>\s*;[^,]*\brel="?next"?/.exec(links) ?? [];
  return target === undefined ? null : new URL(target, 'http://any').searchParams.get('before');
}
