import { afterEach, expect, it, vi } from 'vitest';
import { followPressedNotifications, watchPressedNotifications } from './pressedNotifications.ts';

afterEach(() => vi.unstubAllGlobals());

it('follows a pressed notification, before and after the subscription, once', () => {
  const serviceWorker = new EventTarget();
  vi.stubGlobal('navigator', { serviceWorker });
  const press = (data: unknown) => serviceWorker.dispatchEvent(new MessageEvent('message', { data }));
  watchPressedNotifications();
  press({ type: 'OPEN', path: '/messages?user=lena' });
  const led: string[] = [];
  const stop = followPressedNotifications((path) => led.push(path));
  expect(led).toEqual(['/messages?user=lena']);
  press({ type: 'OPEN', path: '/messages' });
  press({ type: 'OPEN', path: 'https://elsewhere.example' });
  press({ type: 'RELOAD' });
  press({ type: 'OPEN', path: '/messages' });
  expect(led).toEqual(['/messages?user=lena', '/messages', '/messages']);
  stop();
  press({ type: 'OPEN', path: '/directory' });
  expect(led).toHaveLength(3);
});
