export type Outcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'late' }
  | { readonly kind: 'failed'; readonly error: unknown };

export const defaultWaitMs = 2_000;

/** Never rejects; late work continues, and its result is ignored. */
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
