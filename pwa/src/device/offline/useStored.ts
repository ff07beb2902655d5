import { useLiveQuery } from 'dexie-react-hooks';
import { isOutdated } from './outdated.ts';

/**
 * What is on this device now and whenever it changes; undefined until it is read. Where a newer version of the app has taken the database, what was
 * read last stays on screen, to be copied.
 * @param read asks the database for it; asked again when one of `dependencies` is another
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
