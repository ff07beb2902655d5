import { backoffMs, pause, TimeoutError, within } from '@pmcw/resilience';
import type { Outage } from '../engine/outage.ts';
import { unlessAborted } from '../engine/unlessAborted.ts';
import { LogUnavailableError } from '../errors.ts';
import { judge } from './errors.ts';

const retry = { firstMs: 20, mostMs: 1_000 };

/** Doesn't cancel the work. @throws LogUnavailableError on timeout */
export async function answerWithin<T>(timeoutMs: number, promise: Promise<T>): Promise<T> {
  try {
    return await within(timeoutMs, 'EventStoreDB', promise);
  } catch (error) {
    throw error instanceof TimeoutError
      ? new LogUnavailableError('EventStoreDB did not answer in time', { cause: error })
      : error;
  }
}

export interface Patience {
  readonly deadline: number;
  readonly tryMs: number;
  readonly outage: Outage;
  readonly closing: AbortSignal;
}

export function left(until: number): number {
  return Math.max(1, until - performance.now());
}

/**
 * @param attempt may return `undefined` for another try
 * @throws LogUnavailableError on timeout, if closed or denied; otherwise a final error
 */
export async function insist<T>(
  { deadline, tryMs, outage, closing }: Patience,
  attempt: (until: number) => Promise<T | undefined>,
): Promise<T> {
  let cause: unknown;
  for (let failures = 1; performance.now() < deadline; failures += 1) {
    const until = Math.min(deadline, performance.now() + tryMs);
    try {
      const answer = await unlessAborted(closing, () => attempt(until));
      outage.answered();
      if (answer !== undefined) return answer;
    } catch (error) {
      failedTry(error, outage);
      // A short last try may only report a timeout.
      if (cause === undefined || until < deadline) cause = error;
    }
    await pause(Math.min(backoffMs(failures, retry), left(deadline)), closing);
  }
  throw new LogUnavailableError('The log could not be reached in time', { cause });
}

function failedTry(error: unknown, outage: Outage): void {
  const verdict = judge(error);
  if (verdict === 'final') throw error;
  if (verdict === 'denied') {
    outage.denied(error);
    throw new LogUnavailableError('EventStoreDB denies access', { cause: error });
  }
  outage.failed(error);
}
