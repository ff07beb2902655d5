import type { FlushReport, ServedEventLog } from '@pmcw/event-store';
import { Gauge, Histogram, type Registry } from 'prom-client';

export function flushMetrics(registry: Registry): (flush: FlushReport) => void {
  const registers = [registry];
  const seconds = new Histogram({
    name: 'event_log_flush_seconds',
    help: 'Time to commit what had gathered',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers,
  });
  const appends = new Histogram({
    name: 'event_log_flush_appends',
    help: 'Appends committed together',
    buckets: [1, 2, 5, 10, 25, 50, 100, 250, 500],
    registers,
  });
  return (flush) => {
    seconds.observe(flush.ms / 1000);
    appends.observe(flush.appends);
  };
}

export function measureQueue(log: ServedEventLog, registry: Registry): void {
  new Gauge({
    name: 'event_log_queue_depth',
    help: 'Appends that wait: in PostgreSQL for their flush, in EventStoreDB for their answer',
    registers: [registry],
    collect() {
      this.set(log.queueDepth);
    },
  });
}
