/** Routes and roles, which nobody may register as a name (design "Reserved names"). Compared without regard to case. */
const reservedUsernames: ReadonlySet<string> = new Set([
  'admin',
  'administrator',
  'root',
  'system',
  'support',
  'moderator',
  'staff',
  'official',
  'pmcw',
  'auth',
  'login',
  'logout',
  'register',
  'directory',
  'messages',
  'dashboard',
  'profile',
  'settings',
  'admin_page',
  'api',
  'ws',
  'media',
  'graphql',
  'internal',
  'assets',
  'og',
  'healthz',
  'readyz',
  'metrics',
  'sw',
  'manifest',
  'offline',
  'not_found',
  'styleguide',
  'terms',
  'privacy',
  'about',
  'help',
  'index',
  'static',
  'well_known',
  'checkpoint',
  'favicon',
  'robots',
  'null',
  'undefined',
  'me',
  'user',
  'users',
  'global',
]);

/** Whether registration refuses this name because it is a route or a role. */
export function isReservedUsername(username: string): boolean {
  return reservedUsernames.has(username.toLowerCase());
}

/** The name under which two spellings are the same name or email address. */
export function foldCase(value: string): string {
  return value.trim().toLowerCase();
}
