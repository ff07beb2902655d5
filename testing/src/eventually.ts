import { vi } from 'vitest';

/** Waits until an assertion holds, a minute at most: a busy machine is no reason to be red. @throws what it threw last */
export const eventually = <T>(assertion: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(assertion, { timeout: 60_000, interval: 20 });
