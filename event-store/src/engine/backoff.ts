import { setTimeout as sleep } from 'node:timers/promises';

/** Bounds of a growing wait, in milliseconds. */
export interface BackoffBounds {
  readonly first: number;
  readonly most: number;
}

/** The wait before a further try, doubling with each failure; half of it is random, so that many don't come at once. */
export function backoff(failures: number, { first, most }: BackoffBounds): number {
  const full = Math.min(most, first * 2 ** Math.min(failures - 1, 30));
  return full / 2 + (Math.random() * full) / 2;
}

/** Resolves after a time in milliseconds, or at once when aborted. */
export async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  // An abort is how a wait ends early here, so its rejection says nothing new.
  await sleep(milliseconds, undefined, signal && { signal }).catch(() => undefined);
}
