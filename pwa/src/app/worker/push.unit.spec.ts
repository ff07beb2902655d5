import type { PushPayload } from '@pmcw/contracts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ofServer } from '../../base/api/ofServer.forSpecs.ts';
import type { ShownNotification } from '../../device/notifications/notified.ts';
import { type LookUp, renewPush, showPush } from './push.ts';

beforeEach(() => {
  vi.stubGlobal('self', { clients: { matchAll: async () => [] } });
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('caches', { open: async () => ({ match: async () => undefined }) });
});
afterEach(() => vi.unstubAllGlobals());

type Shown = ShownNotification & { readonly body: string };

/** A browser with its notifications, and a device that knows which messages are obsolete. */
function deviceWith(obsolete: Set<string>) {
  const shown = new Map<string, Shown>();
  const lookUp: LookUp = async (_owner, messages) => ({
    obsolete: new Set(messages.map(({ id }) => id).filter((id) => obsolete.has(id))),
    unread: messages.length,
  });
  const owner = { id: 1, createdAt: '2026-01-01' };
  const stored = { message: 'New', voice: 'Voice', obsolete: 'Obsolete', owner };
  vi.stubGlobal('caches', { open: async () => ({ match: async () => Response.json(stored) }) });
  const registration = {
    getNotifications: async () => [...shown.values()],
    showNotification: async (title: string, { body = '', tag = '', ...more }: NotificationOptions) => {
      const close = () => shown.delete(tag);
      shown.set(tag, { data: null, ...more, title, body, tag, close });
    },
  };
  return { shown, lookUp, registration };
}

const payloadOf = (change: Partial<PushPayload> = {}): PushPayload => ({
  ...{ type: 'message', id: 'a', senderId: 2, position: '7' },
  from: { id: 2, username: 'sara', fullName: 'Sara' },
  messageType: 'text',
  text: 'Hello',
  sentAt: '2026-01-01T00:00:00.000Z',
  ...change,
});

const pushed = (payload: PushPayload) => ({ text: () => JSON.stringify(payload) });

it.each([
  ['Ada', 'Hello', 'Ada', 'Hello'],
  ['שרה', 'שלום\nHello', '\u2068שרה\u2069', '\u2068שלום Hello\u2069'],
  ['\u202eadA', 'a\u202eb\u2069', '\u2068adA\u2069', '\u2068ab\u2069'],
])('a notification of %j isolates the direction of names and text', async (fullName, text, title, body) => {
  const { shown, registration, lookUp } = deviceWith(new Set());
  const from = { id: 2, username: 'sara', fullName };
  await showPush(registration, pushed(payloadOf({ from, text })), lookUp);
  expect([...shown.values()]).toMatchObject([{ title, body }]);
});

describe('a notification', () => {
  const texts = (shown: ReadonlyMap<string, Shown>) => [...shown.values()].map(({ body }) => body);

  it('of the second message of a conversation replaces the first and alerts again', async () => {
    const { shown, registration, lookUp } = deviceWith(new Set());
    await showPush(registration, pushed(payloadOf()), lookUp);
    await showPush(registration, pushed(payloadOf({ id: 'b', position: '8', text: 'Again' })), lookUp);
    expect(texts(shown)).toEqual(['Again']);
    const [first] = shown.values();
    expect(first).toMatchObject({ renotify: true, data: { messages: [{ id: 'a' }, { id: 'b' }] } });
    await showPush(registration, pushed(payloadOf({ id: 'b', position: '8', text: 'Again' })), lookUp);
    expect(shown.get('conversation-2')).toMatchObject({ renotify: false, data: { messages: { length: 2 } } });
  });

  it('of a message that was read or deleted shows nothing of it', async () => {
    const { shown, registration, lookUp } = deviceWith(new Set(['a']));
    await showPush(registration, pushed(payloadOf()), lookUp);
    expect([...shown.values()]).toMatchObject([{ title: 'PMCW', body: 'Obsolete', silent: true }]);
    await showPush(registration, pushed(payloadOf({ id: 'b', text: 'New one' })), lookUp);
    expect(texts(shown)).toEqual(['New one']);
  });

  it('closes when its conversation was read, and not those of others', async () => {
    const obsolete = new Set<string>();
    const { shown, registration, lookUp } = deviceWith(obsolete);
    await showPush(registration, pushed(payloadOf()), lookUp);
    obsolete.add('a');
    await showPush(registration, pushed(payloadOf({ id: 'b', senderId: 3, text: 'From another' })), lookUp);
    expect(texts(shown)).toEqual(['From another']);
  });

  it('loses the text of a deleted message, silently, while others are unread', async () => {
    const obsolete = new Set<string>();
    const { shown, registration, lookUp } = deviceWith(obsolete);
    for (const id of ['a', 'b']) await showPush(registration, pushed(payloadOf({ id, text: id })), lookUp);
    obsolete.add('b');
    await showPush(registration, pushed(payloadOf({ id: 'c', senderId: 3 })), lookUp);
    expect(shown.get('conversation-2')).toMatchObject({
      ...{ body: 'New', silent: true },
      data: { path: '/messages?user=sara', messages: [{ id: 'a' }] },
    });
  });

  it('appears when the database does not answer', async () => {
    vi.useFakeTimers();
    const { shown, registration } = deviceWith(new Set());
    const showing = showPush(registration, pushed(payloadOf()), () => new Promise(() => undefined));
    await vi.advanceTimersByTimeAsync(10_000);
    await showing;
    expect(texts(shown)).toEqual(['Hello']);
    vi.useRealTimers();
  });
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

  it('is not taken as registered if another server answers, as a Wi-Fi login page does', async () => {
    const renewing = change(null, renewed);
    vi.stubGlobal('fetch', async () => new Response('<h1>Wi-Fi</h1>', { status: 200 }));
    await expect(renewing).rejects.toThrow('The subscription could not be renewed');
  });

  it('stays off after the member turned push off or logged out', async () => {
    await change(null, null, false);
    expect([paths(), subscribe.mock.calls]).toEqual([[], []]);
  });
});
