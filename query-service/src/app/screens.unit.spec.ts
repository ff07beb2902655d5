import { describe, expect, it } from 'vitest';
import { destinationOf } from './screens.ts';

describe('a path of the app', () => {
  it.each([
    '/',
    '/auth',
    '/directory',
    '/directory/',
    '/messages',
    '/dashboard',
    '/dashboard/profile',
    '/dashboard/activity',
    '/admin-page',
    '/terms',
    '/privacy',
    '/share-target',
    '/open-link',
  ])('%s is a screen', (path) => {
    expect(destinationOf(path).kind).toBe('screen');
  });

  it.each([
    ['/ada', 'ada'],
    ['/Ada_1/', 'Ada_1'],
    ['/profile/ada', 'ada'],
    ['/admin', 'admin'],
  ])('%s is the profile of %s', (path, username) => {
    expect(destinationOf(path)).toEqual({ kind: 'profile', username });
  });

  it.each(['/a/b', '/profile/a/b', '/dashboard/other', '/ada!', '/%20'])('%s is unknown', (path) => {
    expect(destinationOf(path).kind).toBe('nothing');
  });
});
