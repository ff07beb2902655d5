import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answerWorker, isSentByWindow } from './askWindows.ts';

/** Windows of the app, alive or frozen, as the service worker and they see each other. */
let windows: EventTarget[];
const clients = () => ({
  matchAll: async () =>
    windows.map((window) => ({
      postMessage: (data: unknown, transfer: Transferable[]) => {
        const ports = transfer.filter((each) => each instanceof MessagePort);
        window.dispatchEvent(new MessageEvent('message', { data, ports }));
      },
    })),
});
const asked = vi.fn();
const open = (outbox: string | null) => {
  const window = new EventTarget();
  windows.push(window);
  vi.stubGlobal('navigator', { serviceWorker: window });
  if (outbox !== null) answerWorker(outbox, new AbortController().signal, asked);
};

beforeEach(() => {
  windows = [];
  asked.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a window that sends answers at once, and tries again', async () => {
  open(null);
  open('messages-of-1');
  expect(await isSentByWindow(clients(), 'messages-of-1')).toBe(true);
  expect(asked).toHaveBeenCalledOnce();
});

it.each([
  ['no window is open', []],
  ['all windows are frozen', [null, null]],
  ['a window sends for another member', ['messages-of-2']],
])('the worker sends if %s', async (_when, outboxes) => {
  for (const outbox of outboxes) open(outbox);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const isSent = isSentByWindow(clients(), 'messages-of-1');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await isSent).toBe(false);
  expect(asked).not.toHaveBeenCalled();
});
