/** The work may still complete. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

/** Timers count to this; a longer one would run at once. */
const timerMostMs = 2 ** 31 - 1;

/** Runs a task after any time. Returns a function that cancels it. */
export function after(milliseconds: number, task: () => void): () => void {
  let left = milliseconds;
  const next = () => {
    const ms = Math.min(left, timerMostMs);
    left -= ms;
    return setTimeout(() => {
      if (left > 0) timer = next();
      else task();
    }, ms);
  };
  let timer = next();
  return () => clearTimeout(timer);
}

/** Resolves early when the signal is aborted. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      cancel();
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const cancel = after(milliseconds, end);
    signal?.addEventListener('abort', end);
    if (signal?.aborted === true) end();
  });
}

/**
 * Doesn't cancel the work; its later rejection is ignored.
 * @throws TimeoutError
 */
export async function within<T>(milliseconds: number, what: string, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new TimeoutError(`${what} took more than ${milliseconds} ms`)),
      milliseconds,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
