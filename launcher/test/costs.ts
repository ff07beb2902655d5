import type { Work } from './countedPostgres.ts';

/** Most of each of the `columns`, on average. */
type Bounds = readonly [number, number, number, number, number, number];

export const columns = ['statements', 'transactions', 'rows', 'pages', 'walBytes', 'logRows'] as const;

/** Bounds may only go down: lower one that is this much above the work, as a share of itself. */
export const slack = 0.2;

export const engines = ['postgres', 'eventstoredb'] as const;
type Act = 'message' | 'message of a burst' | 'read mark' | 'profile edit' | 'idle minute';

/** The work of these depends on time, and the pages on where rows happen to be: no bound is too high for them. */
export const isSteady = (name: string, column: keyof Work): boolean =>
  name !== 'message of a burst' && name !== 'idle minute' && column !== 'pages';

export const acts: Record<(typeof engines)[number], Record<Act, Bounds>> = {
  postgres: {
    message: [57, 24, 32, 1000, 6500, 14],
    'message of a burst': [20, 9, 20, 300, 4500, 12],
    'read mark': [61, 28, 90, 1550, 4500, 72],
    'profile edit': [70, 26, 60, 1650, 11000, 14],
    'idle minute': [2150, 2150, 2150, 7500, 135000, 60],
  },
  eventstoredb: {
    message: [43, 10, 18, 190, 5200, 19],
    'message of a burst': [40, 8, 20, 150, 4500, 20],
    'read mark': [42, 10, 17, 130, 4000, 92],
    'profile edit': [53, 9, 46, 270, 10000, 20],
    'idle minute': [1850, 1850, 1850, 7000, 135000, 250],
  },
};

/** Bounds of the first columns, for a page of each on both engines; they neither write nor read the log. */
export const reads: readonly { readonly path: string; readonly most: readonly number[] }[] = [
  { path: '/api/user', most: [1, 1, 1, 4] },
  { path: '/api/profile/ada', most: [1, 1, 1, 10] },
  { path: '/api/directory', most: [2, 2, 4, 6] },
  { path: '/api/featured-users', most: [1, 1, 0, 3] },
  { path: '/api/messages/conversations', most: [1, 1, 1, 25] },
  { path: '/api/messages/2', most: [1, 1, 51, 18] },
  { path: '/api/messages/global', most: [1, 1, 1, 7] },
  { path: '/api/messages/global/unread/count', most: [1, 1, 1, 8] },
  { path: '/api/messages/changes?after=0', most: [1, 1, 226, 1450] },
  { path: '/api/notifications', most: [1, 1, 0, 4] },
  { path: '/api/user/activity', most: [1, 1, 1, 65] },
  { path: '/api/drafts', most: [1, 1, 0, 4] },
  { path: '/api/settings', most: [1, 1, 0, 2] },
];
