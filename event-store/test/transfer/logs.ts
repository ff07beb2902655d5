import fc from 'fast-check';
import { createMemoryLog, type EngineName, type EventLog, type StoredEvent } from '../../src/index.ts';
import { anEvent, everything } from '../events.ts';

/** One append of a history: to which of a few streams, and how many events. */
const step = fc.record({ stream: fc.integer({ min: 0, max: 4 }), events: fc.integer({ min: 1, max: 3 }) });

/** Histories in which runs of one stream and changes between streams are both frequent. */
export const histories = fc.array(step, { maxLength: 30 });

/** A log in memory that holds a history. */
export async function logOf(
  history: readonly { readonly stream: number; readonly events: number }[],
): Promise<EventLog> {
  const log = createMemoryLog();
  for (const { stream, events } of history) await append(log, `thing-${stream}`, events);
  return log;
}

/** Appends so many events, each unlike the others. */
export async function append(log: EventLog, stream: string, count = 1): Promise<void> {
  const events = Array.from({ length: count }, (_, n) => {
    const text = `${n} Grüße 🪙 \u2028 \ud83d "quoted"\n`;
    return anEvent({ data: { 10: 'ten', 9: [n, 1e21, null], text, ['__proto__']: { a: 1 } } });
  });
  await log.append(stream, 'any', events);
}

/** What must be the same on every engine: everything but the position. */
export async function told(log: EventLog): Promise<Omit<StoredEvent, 'position'>[]> {
  return (await everything(log)).map(({ position: _, ...rest }) => rest);
}

/** What may go wrong with the appends of a log, by their number from 0. */
export interface Troubles {
  /** What the log says it is; decides how many appends are under way at once. */
  readonly engine?: EngineName;
  /** Called before each append; it fails when this throws. */
  readonly before?: (nth: number) => void | Promise<void>;
  /** Called after each append; its answer is lost when this throws. */
  readonly after?: (nth: number) => void;
}

/** The same log, with troubles. */
export function troubled(log: EventLog, { engine = log.engine, before, after }: Troubles): EventLog {
  let appends = 0;
  return {
    engine,
    append: async (...args) => {
      const nth = appends;
      appends += 1;
      await before?.(nth);
      const result = await log.append(...args);
      after?.(nth);
      return result;
    },
    readStream: (...args) => log.readStream(...args),
    readAll: (...args) => log.readAll(...args),
    subscribe: (...args) => log.subscribe(...args),
    head: () => log.head(),
    close: () => log.close(),
  };
}

/** A walk that nobody watches; aborted once it has told of so many events. */
export function walk(stopAt = Number.POSITIVE_INFINITY) {
  const stopping = new AbortController();
  return {
    signal: stopping.signal,
    now: new Date('2026-01-02T03:04:05Z'),
    onBegin: () => undefined,
    onProgress: (events: number) => {
      if (events >= stopAt) stopping.abort();
    },
  };
}
