import { liveQuery, type Observable } from 'dexie';
import { useObservable } from 'dexie-react-hooks';
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
  return useObservable(() => storedQuery(read), [...dependencies]);
}

/** Async, because Dexie loses its transaction over nested awaits of another function. */
export const storedQuery = <Stored>(read: () => Promise<Stored> | Stored): Observable<Stored> =>
  liveQuery(async () => readStored(read));

/** Never resolves once a newer version of the app has the database. */
export async function readStored<Stored>(read: () => Promise<Stored> | Stored): Promise<Stored> {
  try {
    return await read();
  } catch (error) {
    if (isOutdated.get()) return new Promise<Stored>(() => undefined);
    console.info('The data of this device is read again', error);
    // The browser may have removed the database during a transaction; the next one creates it again.
    return read();
  }
}
