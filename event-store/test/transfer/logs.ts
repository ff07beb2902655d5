import fc from 'fast-check';
import { createMemoryLog, type EngineName, type EventLog, type StoredEvent } from '../../src/index.ts';
import { anEvent, everything } from '../events.ts';

/** One append of a history. */
const step = fc.record({ stream: fc.integer({ min: 0, max: 4 }), events: fc.integer({ min: 1, max: 3 }) });

/** Histories with frequent runs of one stream and frequent changes between streams. */
export const histories = fc.array(step, { maxLength: 30 });

export async function logOf(
  history: readonly { readonly stream: number; readonly events: number }[],
): Promise<EventLog> {
  const log = createMemoryLog();
  for (const { stream, events } of history) await appendEvents(log, `thing-${stream}`, events);
  return log;
}

/** Appends distinct events. */
export async function appendEvents(log: EventLog, stream: string, count = 1): Promise<void> {
  const events = Array.from({ length: count }, (_, n) => {
    const text = `${n} Grüße 🪙 \u2028 \ud83d "quoted"\n`;
    return anEvent({ data: { 10: 'ten', 9: [n, 1e21, null], text, ['__proto__']: { a: 1 } } });
  });
  await log.append(stream, 'any', events);
}

/** All that is equal on every engine: not the position. */
export async function withoutPositions(log: EventLog): Promise<Omit<StoredEvent, 'position'>[]> {
  return (await everything(log)).map(({ position: _, ...rest }) => rest);
}

/** Failures of a log’s appends, by number from 0. */
export interface Troubles {
  /** The engine that it claims, which determines concurrent appends. */
  readonly engine?: EngineName;
  /** Called before each append, which fails if this throws. */
  readonly before?: (nth: number) => void | Promise<void>;
  /** Called after each append, whose answer is lost if this throws. */
  readonly after?: (nth: number) => void;
}

/** Wraps a log with failures. */
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
    appendInOrder: (...args) => log.appendInOrder(...args),
    readStream: (...args) => log.readStream(...args),
    readAll: (...args) => log.readAll(...args),
    subscribe: (...args) => log.subscribe(...args),
    head: () => log.head(),
    close: () => log.close(),
  };
}

/** A walk that aborts after a number of events. */
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
