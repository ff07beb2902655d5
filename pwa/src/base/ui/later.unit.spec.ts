import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const mark = vi.spyOn(performance, 'mark');
const hasCome = () => mark.mock.calls.some(([name]) => name === 'later');

describe('what can wait', () => {
  beforeEach(() => {
    // It stays "later" permanently, so every spec has its own module.
    vi.resetModules();
    mark.mockClear();
    vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] });
    vi.spyOn(performance, 'now').mockImplementation(() => Date.now());
  });
  afterEach(() => {
    vi.mocked(performance.now).mockRestore();
    vi.useRealTimers();
  });

  it('comes once the screen has its answers', async () => {
    const { startLaterWhen } = await import('./later.ts');
    let isReady = false;
    startLaterWhen(() => isReady, 5000);
    vi.advanceTimersByTime(1000);
    expect(hasCome()).toBe(false);
    isReady = true;
    vi.advanceTimersByTime(500);
    expect(hasCome()).toBe(true);
  });

  it('waits while there are placeholders', async () => {
    const { startLaterWhen, notePlaceholder } = await import('./later.ts');
    const isHere = notePlaceholder();
    startLaterWhen(() => true, 5000);
    vi.advanceTimersByTime(1000);
    expect(hasCome()).toBe(false);
    isHere();
    vi.advanceTimersByTime(500);
    expect(hasCome()).toBe(true);
  });

  it('does not wait longer than allowed', async () => {
    const { startLaterWhen, notePlaceholder } = await import('./later.ts');
    notePlaceholder();
    startLaterWhen(() => false, 5000);
    vi.advanceTimersByTime(4500);
    expect(hasCome()).toBe(false);
    vi.advanceTimersByTime(1000);
    expect(hasCome()).toBe(true);
  });

  it('is left to the next waiter when one stops', async () => {
    const { startLaterWhen } = await import('./later.ts');
    startLaterWhen(() => true, 5000)();
    vi.advanceTimersByTime(10_000);
    expect(hasCome()).toBe(false);
  });
});
