import type { PushPayload } from '@pmcw/contracts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ofServer } from '../../base/api/ofServer.forSpecs.ts';
import { renewPush, showPush } from './push.ts';

beforeEach(() => {
  vi.stubGlobal('self', { clients: { matchAll: async () => [] } });
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('caches', { open: async () => ({ match: async () => undefined }) });
});
afterEach(() => vi.unstubAllGlobals());

/** Title and body of a message's notification. */
async function shown(fullName: string, text: string): Promise<{ title: unknown; body: unknown }> {
  const showNotification = vi.fn<ServiceWorkerRegistration['showNotification']>(async () => {});
  const payload: PushPayload = {
    type: 'message',
    from: { id: 2, username: 'sara', fullName },
    messageType: 'text',
    text,
    sentAt: '2026-01-01T00:00:00.000Z',
  };
  const registration = { showNotification, getNotifications: async () => [] };
  await showPush(registration, { text: () => JSON.stringify(payload) });
  const [title, options] = showNotification.mock.calls[0] ?? [];
  return { title, body: options?.body };
}

it.each([
  ['Ada', 'Hello', 'Ada', 'Hello'],
  ['שרה', 'שלום\nHello', '\u2068שרה\u2069', '\u2068שלום Hello\u2069'],
  ['\u202eadA', 'a\u202eb\u2069', '\u2068adA\u2069', '\u2068ab\u2069'],
])('a notification of %j isolates the direction of names and text', async (name, text, title, body) => {
  expect(await shown(name, text)).toEqual({ title, body });
});

describe('a subscription that the browser changed', () => {
  const renewed = {
    toJSON: () => ({ endpoint: 'https://push.example/new', keys: { p256dh: 'p', auth: 'a' } }),
  };
  const sent = vi.fn<(path: string, init?: RequestInit) => void>();
  const subscribe = vi.fn(async () => renewed);
  const oldKey = new ArrayBuffer(65);
  const before = { options: { applicationServerKey: oldKey } };
  const change = (old: typeof before | null, current: typeof renewed | null, isOn = true) => {
    vi.stubGlobal('caches', { has: async () => isOn });
    vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
      sent(path, init);
      return path === '/api/push-key'
        ? Response.json({ publicKey: 'key' }, { headers: ofServer })
        : new Response(null, { status: 204, headers: ofServer });
    });
    const pushManager = { getSubscription: async () => current, subscribe };
    return renewPush({ pushManager }, old);
  };
  const paths = () => sent.mock.calls.map(([path]) => path);
  beforeEach(() => {
    sent.mockClear();
    subscribe.mockClear();
  });

  it('is made again with the key of its predecessor, and registered', async () => {
    await change(before, null);
    expect(subscribe).toHaveBeenCalledWith({ applicationServerKey: oldKey, userVisibleOnly: true });
    expect(paths()).toEqual(['/api/push-subscription']);
    expect(JSON.parse(String(sent.mock.calls[0]?.[1]?.body))).toEqual(renewed.toJSON());
  });

  it('is made again without a predecessor, with the key of the server', async () => {
    await change(null, null);
    expect(subscribe).toHaveBeenCalledWith({ applicationServerKey: 'key', userVisibleOnly: true });
    expect(paths()).toEqual(['/api/push-key', '/api/push-subscription']);
  });

  it('that the browser already renewed is only registered', async () => {
    await change(null, renewed);
    expect(subscribe).not.toHaveBeenCalled();
    expect(paths()).toEqual(['/api/push-subscription']);
  });

  it('stays off after the member turned push off or logged out', async () => {
    await change(null, null, false);
    expect([paths(), subscribe.mock.calls]).toEqual([[], []]);
  });
});
