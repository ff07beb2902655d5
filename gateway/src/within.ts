/** An operation exceeded its time limit. It may still complete. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

/**
 * Waits for a promise, up to a time limit.
 * @throws TimeoutError after that; a later rejection of the promise is ignored
 */
export async function within<T>(milliseconds: number, what: string, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new TimeoutError(`${what} took more than ${milliseconds} ms`)),
      milliseconds,
    );
  });
  try {
    return await Promise.race([promise, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
