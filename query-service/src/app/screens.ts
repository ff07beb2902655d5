/** The screens that have a fixed path (spec §2). */
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

/** What a path of the app leads to: a screen, somebody's profile, or nothing. */
export type Destination =
  | { readonly kind: 'screen'; readonly path: string }
  | { readonly kind: 'profile'; readonly username: string }
  | { readonly kind: 'nothing' };

/** Where a path leads (spec §2); a slash at its end does not matter. */
export function destinationOf(path: string): Destination {
  const trimmed = path.length > 1 ? path.replace(/\/$/, '') : path;
  if (screens.has(trimmed)) return { kind: 'screen', path: trimmed === '/index.html' ? '/' : trimmed };
  const username = /^\/(?:profile\/)?([A-Za-z0-9_]+)$/.exec(trimmed)?.[1];
  return username === undefined ? { kind: 'nothing' } : { kind: 'profile', username };
}
