import { after } from '@pmcw/resilience';

export interface Clock {
  /** Milliseconds since 1970, for moments. A person or the network may set it. */
  now(): number;
  /** Milliseconds, for durations within this page: never set back or forward. */
  elapsed(): number;
  /** From 0 up to, not including, 1. */
  random(): number;
  /** Returns a function that cancels the task. */
  after(ms: number, task: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  random: () => Math.random(),
  after,
};

/** @throws Error if the work takes longer */
export function within<T>(ms: number, clock: Clock, work: PromiseLike<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(ms, () => reject(new Error('It did not end in time')));
    work.then(
      (value) => {
        cancel();
        resolve(value);
      },
      (error: unknown) => {
        cancel();
        reject(error);
      },
    );
  });
}
