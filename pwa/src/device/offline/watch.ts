import Dexie, { type ObservabilitySet, type Table } from 'dexie';
import type { MemberDatabase } from './database.ts';

interface WatchOptions<Value> {
  readonly db: MemberDatabase;
  /** Tables whose changes, in any tab, are followed by another reading. */
  readonly tables: readonly Pick<Table, 'name'>[];
  /** @param changed names of tables with changes since the last reading; at first and after a failure all of them */
  readonly read: (changed: ReadonlySet<string>) => Promise<Value>;
  /** Whether a transaction's changes concern no reading. */
  readonly ignores?: (parts: ObservabilitySet) => boolean;
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
  ignores = () => false,
  pauseMs = 250,
}: WatchOptions<Value>): () => void {
  const names = tables.map(({ name }) => name);
  let changed = new Set(names);
  let state: 'idle' | 'reading' | 'due' | 'over' = 'idle';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const start = () => {
    state = 'reading';
    const toRead = changed;
    changed = new Set();
    read(toRead)
      .then(
        (value) => state !== 'over' && onValue(value),
        (error: unknown) => {
          changed = new Set(names);
          if (state !== 'over') onError(error);
        },
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
    const touched = names.filter((name) => isTouched(parts, `idb://${db.name}/${name}/`));
    if (touched.length === 0 || ignores(parts)) return;
    for (const name of touched) changed.add(name);
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
function isTouched(parts: ObservabilitySet, prefix: string): boolean {
  return Object.keys(parts).some((part) => part === 'all' || part.startsWith(prefix));
}
