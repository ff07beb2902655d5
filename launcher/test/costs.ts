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
    message: [14, 4, 18, 140, 6200, 2],
    'message of a burst': [6, 3, 10, 120, 4000, 4],
    'read mark': [20, 8, 23, 160, 5000, 4],
    'profile edit': [31, 5, 48, 260, 11400, 2],
    'idle minute': [300, 300, 200, 4600, 110000, 40],
  },
  eventstoredb: {
    message: [12, 2, 16, 130, 5400, 20],
    'message of a burst': [9, 3, 10, 80, 3600, 12],
    'read mark': [12, 2, 15, 120, 4300, 40],
    'profile edit': [28, 2, 45, 240, 10300, 20],
    'idle minute': [160, 160, 60, 4200, 110000, 40],
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
