/** What became of something that may take too long. */
export type Outcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'late' }
  | { readonly kind: 'failed'; readonly error: unknown };

/** Longest that an answer about the process itself waits for one of its parts, in milliseconds, unless told otherwise. */
export const defaultWaitMs = 2_000;

/** Waits for work in bounded time. Never rejects; work that is late goes on, and nobody hears of it. */
export async function inTime<T>(work: () => Promise<T>, waitMs = defaultWaitMs): Promise<Outcome<T>> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Outcome<T>>((resolve) => {
    timer = setTimeout(() => resolve({ kind: 'late' }), waitMs);
  });
  const done = async (): Promise<Outcome<T>> => {
    try {
      return { kind: 'done', value: await work() };
    } catch (error) {
      return { kind: 'failed', error };
    }
  };
  try {
    return await Promise.race([done(), late]);
  } finally {
    clearTimeout(timer);
  }
}
