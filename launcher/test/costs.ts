import type { Work } from './countedPostgres.ts';

/** Most of each of the `columns`, on average. */
type Bounds = readonly [number, number, number, number, number, number];

export const columns = ['statements', 'transactions', 'rows', 'pages', 'walBytes', 'logRows'] as const;

/** Bounds may only go down: one that is more than a fifth, and more than one, above the work is too high. */
export const isTooHigh = (most: number, found: number): boolean => most - found > Math.max(1, most / 5);

export const engines = ['postgres', 'eventstoredb'] as const;
type Engine = (typeof engines)[number];
type Act = 'message' | 'message of a burst' | 'read mark' | 'profile edit' | 'idle minute';

/**
 * Whether a low bound can be required. Some work depends on time, pages on where rows happen to be, and reads of
 * EventStoreDB by clocks are not separated.
 */
export const isSteady = (engine: Engine, name: string, column: keyof Work): boolean =>
  name !== 'message of a burst' &&
  name !== 'idle minute' &&
  column !== 'pages' &&
  !(engine === 'eventstoredb' && column === 'logRows');

export const acts: Record<Engine, Record<Act, Bounds>> = {
  postgres: {
    message: [15, 4, 20, 150, 6600, 2],
    'message of a burst': [12, 6, 18, 300, 4200, 10],
    'read mark': [20, 8, 85, 230, 5100, 66],
    'profile edit': [33, 5, 51, 300, 11600, 2],
    'idle minute': [570, 570, 440, 6500, 150000, 80],
  },
  eventstoredb: {
    message: [13, 2, 17, 150, 5500, 20],
    'message of a burst': [18, 5, 14, 120, 4200, 20],
    'read mark': [13, 2, 16, 150, 4300, 92],
    'profile edit': [31, 2, 47, 290, 10300, 20],
    'idle minute': [330, 330, 190, 6100, 150000, 250],
  },
};

/** Bounds of the first columns, for a page of each on both engines; they neither write nor read the log. */
export const reads: readonly { readonly path: string; readonly most: readonly number[] }[] = [
  { path: '/api/user', most: [1, 1, 1, 4] },
  { path: '/api/profile/ada', most: [1, 1, 1, 10] },
  { path: '/api/addresses/0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed/listings', most: [1, 1, 0, 4] },
  { path: '/api/user/wallets', most: [1, 1, 0, 4] },
  { path: '/api/user/socials', most: [1, 1, 0, 4] },
  { path: '/api/user/sessions', most: [1, 1, 1, 4] },
  // Of the read model, and of two tables of the vault.
  { path: '/api/user/sign-in-methods', most: [3, 3, 1, 12] },
  // With the vault's key, so that none is used that was just retired.
  { path: '/.well-known/pmcw/ada.json', most: [2, 2, 2, 4] },
  { path: '/api/directory', most: [1, 1, 3, 6] },
  { path: '/api/directory?isAuthorized=false&sort=newest', most: [1, 1, 3, 6] },
  { path: '/api/featured-users', most: [1, 1, 0, 3] },
  { path: '/api/messages/conversations', most: [1, 1, 1, 25] },
  { path: '/api/messages/find-conversation/ada', most: [1, 1, 1, 25] },
  { path: '/api/messages/2', most: [1, 1, 51, 130] },
  { path: '/api/messages/global', most: [1, 1, 1, 7] },
  { path: '/api/messages/global/unread/count', most: [1, 1, 1, 8] },
  { path: '/api/messages/changes?after=0', most: [1, 1, 226, 1450] },
  { path: '/api/notifications', most: [1, 1, 0, 4] },
  { path: '/api/user/activity', most: [1, 1, 1, 80] },
  { path: '/api/drafts', most: [1, 1, 0, 4] },
  { path: '/api/settings', most: [1, 1, 0, 2] },
];
