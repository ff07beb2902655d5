import Dexie, { type ObservabilitySet, type Table } from 'dexie';
import type { MemberDatabase } from './database.ts';

interface WatchOptions<Value> {
  readonly db: MemberDatabase;
  /** Tables whose changes, in any tab, are followed by another reading. */
  readonly tables: readonly Pick<Table, 'name'>[];
  readonly read: () => Promise<Value>;
  readonly onValue: (value: Value) => void;
  readonly onError: (error: unknown) => void;
  /** Between two readings: four times a second is enough for counters. */
  readonly pauseMs?: number;
}

/**
 * Reads now and after changes, with a pause between readings: a live query would read again after each transaction,
 * hundreds of times while a long queue is sent. Returns a function that ends it.
 */
export function watch<Value>({
  db,
  tables,
  read,
  onValue,
  onError,
  pauseMs = 250,
}: WatchOptions<Value>): () => void {
  const prefixes = tables.map(({ name }) => `idb://${db.name}/${name}/`);
  let state: 'idle' | 'reading' | 'due' | 'over' = 'idle';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const start = () => {
    state = 'reading';
    read()
      .then(
        (value) => state !== 'over' && onValue(value),
        (error: unknown) => state !== 'over' && onError(error),
      )
      .finally(() => {
        if (state === 'over') return;
        if (pauseMs === 0) rest();
        else timer = setTimeout(rest, pauseMs);
      });
  };
  const rest = () => {
    if (state === 'due') start();
    else state = 'idle';
  };
  const onMutated = (parts: ObservabilitySet) => {
    if (state === 'due' || !Object.keys(parts).some((part) => isWithin(part, prefixes))) return;
    if (state === 'idle') start();
    else state = 'due';
  };
  Dexie.on('storagemutated', onMutated);
  start();
  return () => {
    state = 'over';
    clearTimeout(timer);
    Dexie.on.storagemutated.unsubscribe(onMutated);
  };
}

/** Dexie reports `all` for a page that returns from the back-forward cache. */
function isWithin(part: string, prefixes: readonly string[]): boolean {
  return part === 'all' || prefixes.some((prefix) => part.startsWith(prefix));
}
