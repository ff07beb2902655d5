import {
  type AppendResult,
  type EventLog,
  LogUnavailableError,
  WrongExpectedRevisionError,
} from '@pmcw/event-store';
import { Histogram, type Registry } from 'prom-client';

type Result = PromiseSettledResult<AppendResult>;

function outcomeOf(result: Result): string {
  if (result.status === 'fulfilled') return result.value.repeated ? 'repeated' : 'written';
  if (result.reason instanceof WrongExpectedRevisionError) return 'conflict';
  return result.reason instanceof LogUnavailableError ? 'unavailable' : 'failed';
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
  /** @param counts of events, by append */
  async function measured<Done>(
    counts: readonly number[],
    run: () => Promise<Done>,
    resultsOf: (done: Done) => readonly Result[],
  ): Promise<Done> {
    const startedAt = performance.now();
    const note = (results: readonly Result[]) => {
      const took = (performance.now() - startedAt) / 1000;
      for (const [n, count] of counts.entries()) {
        const outcome = results[n] === undefined ? 'failed' : outcomeOf(results[n]);
        seconds.observe({ outcome }, took);
        if (outcome === 'written') sizes.observe(count);
      }
    };
    try {
      const done = await run();
      note(resultsOf(done));
      return done;
    } catch (reason) {
      note(counts.map(() => ({ status: 'rejected', reason })));
      throw reason;
    }
  }
  return {
    engine: log.engine,
    append: (stream, expected, events, options) =>
      measured(
        [events.length],
        () => log.append(stream, expected, events, options),
        (value) => [{ status: 'fulfilled', value }],
      ),
    appendInOrder: (appends) =>
      measured(
        appends.map(({ events }) => events.length),
        () => log.appendInOrder(appends),
        (results) => results,
      ),
    readStream: (stream, fromRevision) => log.readStream(stream, fromRevision),
    readAll: (after, filter, limit) => log.readAll(after, filter, limit),
    subscribe: (after, handler, options) => log.subscribe(after, handler, options),
    head: () => log.head(),
    close: () => log.close(),
  };
}
