import { backoffMs, boundedWait, pause } from '@pmcw/resilience';
import { ApiError } from './errors.ts';

const tries = 5;
const backoff = { firstMs: 500, mostMs: 10_000 };

const waitMs = (error: unknown, failures: number): number =>
  error instanceof ApiError && error.retryAfter !== undefined
    ? boundedWait(error.retryAfter) * 1000
    : backoffMs(failures, backoff);

/**
 * Acts up to five times, as long as its failure may pass; pauses as long as the server asks for.
 * @param signal ends it, with the failure so far
 * @throws the last failure
 */
export async function repeated<Result>(
  act: () => Promise<Result>,
  mayPass: (error: unknown) => boolean,
  signal: AbortSignal,
): Promise<Result> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await act();
    } catch (error) {
      if (!mayPass(error) || failures === tries || signal.aborted) throw error;
      await pause(waitMs(error, failures), signal);
      if (signal.aborted) throw error;
    }
  }
}
