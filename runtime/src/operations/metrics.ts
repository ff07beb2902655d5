import { collectDefaultMetrics, Registry } from 'prom-client';
import { inTime } from './inTime.ts';

/** A registry that already measures the process itself: memory, processor, event loop, garbage collection. */
export function createRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}

/**
 * All metrics as Prometheus reads them. One that can't be told now, because it asks a database that is away, is left
 * out: the others are wanted most at just that time.
 */
export async function metricsText(registry: Registry): Promise<string> {
  const outcomes = await Promise.all(
    registry.getMetricsAsArray().map(({ name }) => inTime(() => registry.getSingleMetricAsString(name))),
  );
  const texts = outcomes.flatMap((outcome) => (outcome.kind === 'done' ? [outcome.value] : []));
  return `${texts.join('\n\n')}\n`;
}
