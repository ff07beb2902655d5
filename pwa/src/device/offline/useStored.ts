import { useLiveQuery } from 'dexie-react-hooks';
import { isOutdated } from './outdated.ts';

/**
 * Returns live data of this device; undefined until it is read. When a newer version of the app takes the database, the
 * last data stays on screen, to be copied.
 * @param read reads the database; called again when a dependency changes
 */
export function useStored<Stored>(
  read: () => Promise<Stored> | Stored,
  dependencies: readonly unknown[],
): Stored | undefined {
  return useLiveQuery(async () => {
    try {
      return await read();
    } catch (error) {
      if (!isOutdated.get()) throw error;
      return new Promise<Stored>(() => undefined);
    }
  }, [...dependencies]);
}
