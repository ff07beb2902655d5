import { expect, it, vi } from 'vitest';
import { goingToState, keepGoingTo, pathAfterSignIn, takeGoingTo } from './goingTo.ts';

const dashboard = '/dashboard/profile';

it('leads to the path that was being opened, with its search and hash', () => {
  const state = goingToState({ pathname: '/messages', search: '?user=mira', hash: '#x' });
  expect(pathAfterSignIn(state)).toBe('/messages?user=mira#x');
});

it.each([
  null,
  undefined,
  'register',
  {},
  { goingTo: 'https://example.org/' },
  { goingTo: '//example.org/' },
  { goingTo: '/\\example.org' },
  { goingTo: 'javascript:alert(1)' },
])('leads to the dashboard from %j', (state) => {
  expect(pathAfterSignIn(state)).toBe(dashboard);
});

it('is kept once for the return from a provider', () => {
  const items = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  });
  vi.stubGlobal('window', { history: { state: { usr: { goingTo: '/messages' }, idx: 1 } } });
  expect(takeGoingTo()).toBeNull();
  keepGoingTo();
  expect(pathAfterSignIn(takeGoingTo())).toBe('/messages');
  expect(takeGoingTo()).toBeNull();
  vi.unstubAllGlobals();
});
