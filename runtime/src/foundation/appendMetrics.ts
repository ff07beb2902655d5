import {
  type AppendResult,
  type EventLog,
  LogUnavailableError,
  WrongExpectedRevisionError,
} from '@pmcw/event-store';
import { Histogram, type Registry } from 'prom-client';

function outcomeOf(error: unknown): string {
  if (error instanceof WrongExpectedRevisionError) return 'conflict';
  return error instanceof LogUnavailableError ? 'unavailable' : 'failed';
}

/**
 * Measures appends: number of events, and duration by outcome (`written`, `repeated`, `conflict`, `unavailable`,
 * `failed`).
 */
export function measureAppends(log: EventLog, registry: Registry): EventLog {
  const seconds = new Histogram({
    name: 'event_log_append_seconds',
    help: 'Time from an append to its outcome',
    labelNames: ['outcome'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  const sizes = new Histogram({
    name: 'event_log_append_events',
    help: 'Events of an append that was written',
    buckets: [1, 2, 5, 10, 25, 50, 100],
    registers: [registry],
  });
  return {
    engine: log.engine,
    async append(stream, expected, events, options): Promise<AppendResult> {
      const stop = seconds.startTimer();
      try {
        const result = await log.append(stream, expected, events, options);
        stop({ outcome: result.repeated ? 'repeated' : 'written' });
        if (!result.repeated) sizes.observe(events.length);
        return result;
      } catch (error) {
        stop({ outcome: outcomeOf(error) });
        throw error;
      }
    },
    readStream: (stream, fromRevision) => log.readStream(stream, fromRevision),
    readAll: (after, filter, limit) => log.readAll(after, filter, limit),
    subscribe: (after, handler, options) => log.subscribe(after, handler, options),
    head: () => log.head(),
    close: () => log.close(),
  };
}
