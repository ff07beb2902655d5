import { backoffMs, pause } from '@pmcw/resilience';

const tries = 6;
const wait = { firstMs: 250, mostMs: 8_000 };

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
      await pause(backoffMs(failures, wait));
    }
  }
}
