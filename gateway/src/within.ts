/** The operation may still complete. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

/** @throws TimeoutError after that time; a later rejection is ignored */
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
