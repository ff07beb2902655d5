import { backoff, pause } from '../engine/backoff.ts';

const tries = 6;
const wait = { first: 250, most: 8_000 };

/** For some twenty seconds. @param isPassing whether to retry @throws the last error */
export async function insisting<T>(
  work: () => Promise<T>,
  isPassing: (error: unknown) => boolean = () => true,
): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await work();
    } catch (error) {
      if (failures === tries || !isPassing(error)) throw error;
      await pause(backoff(failures, wait));
    }
  }
}
