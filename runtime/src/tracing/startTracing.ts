import type { Logger } from '@pmcw/resilience';

/** Reports traces if there is a receiver. Returns what reports the rest at the end. */
export async function startTracing(
  service: string,
  receiver: string | undefined,
  logger: Logger,
): Promise<() => Promise<void>> {
  if (receiver === undefined) return async () => undefined;
  const { reportTraces } = await import('./reportTraces.ts');
  return reportTraces(service, logger);
}
