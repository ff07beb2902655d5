import { vi } from 'vitest';

/**
 * Waits until an assertion holds, for a minute at most, as machines may be busy. @throws the last error of the
 * assertion
 */
export const eventually = <T>(assertion: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(assertion, { timeout: 60_000, interval: 20 });
