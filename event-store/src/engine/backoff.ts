import { setTimeout as sleep } from 'node:timers/promises';

export interface BackoffBounds {
  readonly first: number;
  readonly most: number;
}

/** Partly random, so that clients spread out. */
export function backoff(failures: number, { first, most }: BackoffBounds): number {
  const full = Math.min(most, first * 2 ** Math.min(failures - 1, 30));
  return full / 2 + (Math.random() * full) / 2;
}

export async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  // An abort only ends the pause early.
  await sleep(milliseconds, undefined, signal && { signal }).catch(() => undefined);
}
