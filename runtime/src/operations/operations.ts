import type { Logger } from '@pmcw/resilience';
import type { Registry } from 'prom-client';
import { metricsText } from './metrics.ts';
import { type Checks, ReadinessChecks } from './readiness.ts';

/** For operators; never forwarded by a proxy. */
export const operationPaths = ['/healthz', '/readyz', '/metrics'] as const;
export type OperationPath = (typeof operationPaths)[number];

export interface OperationAnswer {
  readonly status: 200 | 503;
  readonly contentType: string;
  readonly body: string;
}

export interface OperationsOptions {
  readonly registry: Registry;
  readonly checks: Checks;
  /** Once aborted, the process is not ready, and may serve for a while (`DRAIN_SECONDS`). */
  readonly stopping?: AbortSignal | undefined;
  readonly logger: Logger;
  /** Default 2,000. */
  readonly waitMs?: number;
}

export interface Operations {
  answer(path: OperationPath): Promise<OperationAnswer>;
}

/** `/healthz`: the process is alive. `/readyz`: the named checks; 503 if one fails. `/metrics`: Prometheus. */
export function createOperations({
  registry,
  checks,
  logger,
  stopping,
  waitMs,
}: OperationsOptions): Operations {
  const readiness = new ReadinessChecks(checks, logger, waitMs);
  const json = (status: 200 | 503, value: object): OperationAnswer => ({
    status,
    contentType: 'application/json; charset=utf-8',
    body: JSON.stringify(value),
  });
  return {
    async answer(path) {
      switch (path) {
        case '/healthz':
          return json(200, { alive: true });
        case '/readyz': {
          if (stopping?.aborted === true)
            return json(503, { ready: false, checks: { stopping: { ok: false } } });
          const found = await readiness.ask();
          return json(found.ready ? 200 : 503, found);
        }
        case '/metrics':
          return { status: 200, contentType: registry.contentType, body: await metricsText(registry) };
        default:
          return path satisfies never;
      }
    },
  };
}
