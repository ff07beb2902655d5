import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ofServer } from '../../../base/api/ofServer.forSpecs.ts';
import { keepPush } from './subscription.ts';

const made = {
  options: { applicationServerKey: null },
  toJSON: () => ({ endpoint: 'https://push.example/new', keys: { p256dh: 'p', auth: 'a' } }),
};
const subscribe = vi.fn(async () => made);
const sent = vi.fn<(request: string) => void>();

/** A browser at the start of the app, where push is on or off and the subscription is there or lost. */
function browserWith({ isOn, current }: { readonly isOn: boolean; readonly current: typeof made | null }) {
  const worker = { pushManager: { getSubscription: async () => current, subscribe } };
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => worker } });
  const cached = { put: async () => undefined };
  const caches = { has: async () => isOn, open: async () => cached };
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('Notification', { permission: 'granted' });
  vi.stubGlobal('window', { PushManager: {}, Notification: {}, caches });
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    sent(`${method} ${path}`);
    return method === 'GET'
      ? Response.json({ publicKey: 'key' }, { headers: ofServer })
      : new Response(null, { status: 204, headers: ofServer });
  });
}

beforeEach(() => {
  subscribe.mockClear();
  sent.mockClear();
});
afterEach(() => vi.unstubAllGlobals());

describe('at the start of the app', () => {
  it('a lost subscription is made again and registered', async () => {
    browserWith({ isOn: true, current: null });
    await keepPush();
    expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'key' });
    expect(sent.mock.calls.flat()).toEqual(['GET /api/push-key', 'PUT /api/push-subscription']);
  });

  it('nothing happens while push is off', async () => {
    browserWith({ isOn: false, current: null });
    await keepPush();
    expect([subscribe.mock.calls, sent.mock.calls]).toEqual([[], []]);
  });
});
