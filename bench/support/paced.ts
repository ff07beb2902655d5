import { setTimeout as delay } from 'node:timers/promises';

/** Starts actions at a steady rate, whether or not earlier ones are done; resolves with their results. */
export async function paced<T>(
  perSecond: number,
  seconds: number,
  act: (n: number) => Promise<T>,
): Promise<readonly T[]> {
  const startedAt = performance.now();
  const acts: Promise<T>[] = [];
  for (let n = 0; n < perSecond * seconds; n += 1) {
    const dueAt = startedAt + (n * 1_000) / perSecond;
    const early = dueAt - performance.now();
    if (early > 0) await delay(early);
    const acting = act(n);
    // Failures are reported at the end, with the results.
    acting.catch(() => undefined);
    acts.push(acting);
  }
  return Promise.all(acts);
}
