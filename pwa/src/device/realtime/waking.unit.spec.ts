import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onWaking } from './waking.ts';

class FakeDocument extends EventTarget {
  visibilityState = 'visible';
}

let page: FakeDocument;
let view: EventTarget;
const woken = vi.fn();
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  page = new FakeDocument();
  view = new EventTarget();
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', view);
  woken.mockReset();
  stop = onWaking(woken);
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** The clock moves on, and no timer runs. */
const sleep = (ms: number) => vi.setSystemTime(Date.now() + ms);

it.each(['visibilitychange', 'resume'])('is reported by the event %s of the document', (type) => {
  page.dispatchEvent(new Event(type));
  expect(woken).toHaveBeenCalledOnce();
});

it.each(['pageshow', 'online'])('is reported by the event %s of the window', (type) => {
  view.dispatchEvent(new Event(type));
  expect(woken).toHaveBeenCalledOnce();
});

it('is reported when a timer comes much too late', () => {
  vi.advanceTimersByTime(600_000);
  expect(woken).not.toHaveBeenCalled();
  sleep(60_000);
  vi.advanceTimersByTime(5_000);
  expect(woken).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(600_000);
  expect(woken).toHaveBeenCalledOnce();
});

it('is not reported while the page is hidden and its timers are slow', () => {
  page.visibilityState = 'hidden';
  page.dispatchEvent(new Event('visibilitychange'));
  sleep(60_000);
  vi.advanceTimersByTime(5_000);
  expect(woken).not.toHaveBeenCalled();
});

it('is not reported after the end', () => {
  stop();
  page.dispatchEvent(new Event('visibilitychange'));
  view.dispatchEvent(new Event('online'));
  expect(woken).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});
