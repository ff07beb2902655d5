import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { refusedByServer } from '../../../base/api/ofServer.forSpecs.ts';
import { isServerAway } from '../../../base/api/reach.ts';
import { pendingLogout, setPendingLogout } from '../../../members/session/pendingLogout.ts';
import { sendPendingLogout } from './sendPendingLogout.ts';

const answer = vi.fn<() => Response>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('fetch', async () => answer());
  isServerAway.set(false);
  setPendingLogout('a session');
});
afterEach(() => {
  answer.mockReset();
  setPendingLogout(null);
  vi.clearAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const done = () =>
  new Response(null, { status: 204, headers: { 'x-request-id': '00000000-0000-4000-8000-000000000000' } });
const refused = (status: number) => () =>
  new Response('{}', { status, headers: { ...refusedByServer, 'retry-after': '2592000' } });
const wifi = (status: number) => () =>
  new Response('<h1>Wi-Fi</h1>', { status, headers: { 'content-type': 'text/html' } });

it.each([429, 500, 503])('a pending logout is sent again after an answer with %i', async (status) => {
  answer.mockImplementation(refused(status));
  await sendPendingLogout();
  expect(pendingLogout()).toBe('a session');
  answer.mockImplementation(done);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(pendingLogout()).toBeNull();
});

it.each([200, 302, 404, 511])('the %i of a Wi-Fi login page does not count as the logout', async (status) => {
  answer.mockImplementation(wifi(status));
  await sendPendingLogout();
  expect(pendingLogout()).toBe('a session');
  answer.mockImplementation(done);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(pendingLogout()).toBeNull();
});

it.each([401, 403])('it is over after a refusal with %i', async (status) => {
  answer.mockImplementation(refused(status));
  await sendPendingLogout();
  expect(pendingLogout()).toBeNull();
});
