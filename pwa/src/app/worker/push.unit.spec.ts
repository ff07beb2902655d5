import type { PushPayload } from '@pmcw/contracts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { showPush } from './push.ts';

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
