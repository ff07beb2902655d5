import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { FollowerListener } from './modelState.ts';
import type { ModelStatus } from './status.ts';

const labelNames = ['model'] as const;

export function createMetrics(
  registry: Registry,
  status: () => Promise<ModelStatus[]>,
): Pick<FollowerListener, 'written'> {
  const registers = [registry];
  const seconds = new Histogram({
    name: 'projection_batch_seconds',
    help: 'Time to fold a batch and commit it',
    labelNames,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers,
  });
  const events = new Counter({
    name: 'projection_events_total',
    help: 'Events folded',
    labelNames,
    registers,
  });
  const gauge = (name: string, help: string, measure: (model: ModelStatus) => number) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      async collect() {
        for (const model of await status()) this.set({ model: model.name }, measure(model));
      },
    });
  gauge('projection_position', 'Checkpoint of the read model', (model) => Number(model.position));
  gauge('projection_lag', 'Positions from the checkpoint to the head of the log', (model) =>
    Number(model.lag),
  );
  gauge('projection_poisoned', '1 when an event has stopped the read model', (model) =>
    model.state === 'poisoned' ? 1 : 0,
  );
  gauge('projection_stranded', '1 when the checkpoint of the read model is not of this log', (model) =>
    model.state === 'stranded' ? 1 : 0,
  );
  gauge(
    'projection_unwritten_seconds',
    'Since no process may write the read model',
    (model) => model.unwrittenSeconds,
  );
  return {
    written(model, count, took) {
      seconds.observe({ model }, took);
      events.inc({ model }, count);
    },
  };
}
