import { collectDefaultMetrics, Registry } from 'prom-client';
import { inTime } from './inTime.ts';

export function createRegistry(): Registry {
  const registry = new Registry();
  // A finer one wakes an idle process a hundred times a second.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 });
  return registry;
}

/** Omits failing metrics, for example while a database is down: the others are needed most then. */
export async function metricsText(registry: Registry): Promise<string> {
  const outcomes = await Promise.all(
    registry.getMetricsAsArray().map(({ name }) => inTime(() => registry.getSingleMetricAsString(name))),
  );
  const texts = outcomes.flatMap((outcome) => (outcome.kind === 'done' ? [outcome.value] : []));
  return `${texts.join('\n\n')}\n`;
}
