import { backoff, pause } from '../engine/backoff.ts';
import type { Outage } from '../engine/outage.ts';
import { LogUnavailableError } from '../errors.ts';
import { judge, LogClosedError } from './errors.ts';

const retry = { first: 20, most: 1_000 };

/**
 * What a promise resolves to, if it does so in time. Nothing is cancelled: that is for whoever made the promise.
 * @throws LogUnavailableError when the time, in milliseconds, is up
 */
export async function within<T>(timeoutMs: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new LogUnavailableError('EventStoreDB did not answer in time')),
      timeoutMs,
    );
  });
  try {
    return await Promise.race([promise, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * What work resolves to, unless it is aborted before: nobody waits for it then.
 * @throws LogClosedError when aborted
 */
export async function unlessAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  if (signal.aborted) throw new LogClosedError();
  let leave = () => {};
  const aborted = new Promise<never>((_, reject) => {
    leave = () => reject(new LogClosedError());
    signal.addEventListener('abort', leave);
  });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

/** How long something is tried. */
export interface Patience {
  /** Until when, on the clock of `performance.now()`. */
  readonly deadline: number;
  /** Milliseconds after which one try is given up for another. */
  readonly tryMs: number;
  /** Is told what became of each try. */
  readonly outage: Outage;
  /** Aborted when it is not to be tried any longer. */
  readonly closing: AbortSignal;
}

/** How many milliseconds there are till then, at least one. */
export function left(until: number): number {
  return Math.max(1, until - performance.now());
}

/**
 * Tries until it gets an answer; `undefined` from a try asks for another one.
 * @param attempt one try, told until when it should be over
 * @throws LogUnavailableError when the time is up, the log is closed or the server refuses this user; else the error that
 *   is final
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
      // A try that was cut short may tell of nothing but that.
      if (cause === undefined || until < deadline) cause = error;
    }
    await pause(Math.min(backoff(failures, retry), left(deadline)), closing);
  }
  throw new LogUnavailableError('The log could not be reached in time', { cause });
}

/** @throws the error when it is final, LogUnavailableError when it is a refusal */
function failedTry(error: unknown, outage: Outage): void {
  const verdict = judge(error);
  if (verdict === 'final') throw error;
  if (verdict === 'denied') {
    outage.denied(error);
    throw new LogUnavailableError('EventStoreDB denies access', { cause: error });
  }
  outage.failed(error);
}
