/** Something took longer than it may. It may still happen. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

/**
 * The outcome of a promise, waited for no longer than given.
 * @throws TimeoutError after that; a later rejection of the promise is then nobody's concern
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
