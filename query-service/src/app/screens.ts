/** Spec §2. */
const screens: ReadonlySet<string> = new Set([
  '/',
  '/index.html',
  '/auth',
  '/directory',
  '/messages',
  '/dashboard',
  '/dashboard/profile',
  '/dashboard/activity',
  '/admin-page',
  '/terms',
  '/privacy',
  '/share-target',
  '/open-link',
]);

export type Destination =
  | { readonly kind: 'screen'; readonly path: string }
  | { readonly kind: 'profile'; readonly username: string }
  | { readonly kind: 'nothing' };

/** Spec §2; ignores a trailing slash. */
export function destinationOf(path: string): Destination {
  const trimmed = path.length > 1 ? path.replace(/\/$/, '') : path;
  if (screens.has(trimmed)) return { kind: 'screen', path: trimmed === '/index.html' ? '/' : trimmed };
  const username = /^\/(?:profile\/)?([A-Za-z0-9_]+)$/.exec(trimmed)?.[1];
  return username === undefined ? { kind: 'nothing' } : { kind: 'profile', username };
}
