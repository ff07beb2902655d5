import { backoff, pause } from '../engine/backoff.ts';
import { describe, type LogSink } from '../engine/logSink.ts';
import { LogUnavailableError } from '../errors.ts';
import { judge } from './errors.ts';

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

/** How long something is tried. */
export interface Patience {
  /** Until when, on the clock of `performance.now()`. */
  readonly deadline: number;
  /** Milliseconds after which one try is given up for another. */
  readonly tryMs: number;
  readonly log: LogSink;
}

/** How many milliseconds there are till then, at least one. */
export function left(until: number): number {
  return Math.max(1, until - performance.now());
}

/**
 * Tries until it gets an answer; `undefined` from a try asks for another one.
 * @param attempt one try, told until when it should be over
 * @throws LogUnavailableError when the time is up or the server refuses this user; else the error that is final
 */
export async function insist<T>(
  { deadline, tryMs, log }: Patience,
  attempt: (until: number) => Promise<T | undefined>,
): Promise<T> {
  let cause: unknown;
  for (let failures = 1; performance.now() < deadline; failures += 1) {
    try {
      const answer = await attempt(Math.min(deadline, performance.now() + tryMs));
      if (answer !== undefined) return answer;
    } catch (error) {
      cause = error;
      failedTry(error, log);
    }
    await pause(Math.min(backoff(failures, retry), left(deadline)));
  }
  throw new LogUnavailableError('The log could not be reached in time', { cause });
}

/** @throws the error when it is final, LogUnavailableError when it is a refusal */
function failedTry(error: unknown, log: LogSink): void {
  const verdict = judge(error);
  if (verdict === 'final') throw error;
  if (verdict === 'denied') {
    log.error(describe(error), 'event log: EventStoreDB denies access to the user of the connection string');
    throw new LogUnavailableError('EventStoreDB denies access', { cause: error });
  }
  log.warn(describe(error), 'event log: EventStoreDB call failed, trying again');
}
