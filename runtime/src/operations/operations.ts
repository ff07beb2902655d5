import { type Logger, pause, spread } from '@pmcw/resilience';
import { Gauge, type Registry } from 'prom-client';
import { metricsText } from './metrics.ts';
import { type Check, type CheckState, ReadinessChecks, type ReadinessOptions } from './readiness.ts';
import { release } from './release.ts';
import { type Part, severities } from './severities.ts';

/** For operators; never forwarded by a proxy. */
export const operationPaths = ['/healthz', '/readyz', '/metrics'] as const;
export type OperationPath = (typeof operationPaths)[number];

export interface OperationAnswer {
  readonly status: 200 | 503;
  readonly contentType: string;
  readonly body: string;
}

export interface OperationsOptions<P extends Part>
  extends Pick<ReadinessOptions, 'waitMs' | 'freshMs' | 'patienceMs'> {
  readonly registry: Registry;
  readonly part: P;
  readonly checks: { readonly [Name in keyof (typeof severities)[P]]: Check };
  /**
   * Once aborted, the process is not ready, and may serve for a while (`DRAIN_SECONDS`). Until then, checks also run
   * without probes, for metrics and log.
   */
  readonly stopping?: AbortSignal | undefined;
  readonly logger: Logger;
}

export interface Operations {
  answer(path: OperationPath): Promise<OperationAnswer>;
}

const checkEveryMs = 15_000;

/**
 * `/healthz`: the process is alive. `/readyz`: the part's checks; 503 if one fails that the part can't do without.
 * `/metrics`: Prometheus.
 */
export function createOperations<P extends Part>(options: OperationsOptions<P>): Operations {
  const { registry, part, stopping } = options;
  gauge(registry, 'pmcw_build_info', 'The running release', ['part', 'version', 'commit']).set(
    { part, version: release.version, commit: release.commit ?? '' },
    1,
  );
  const onState = measureChecks(registry);
  const readiness = new ReadinessChecks({ ...options, severities: severities[part], onState });
  if (stopping !== undefined) void keepAsking(readiness, stopping);
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
          if (stopping?.aborted === true) {
            const checks = { stopping: { ok: false, severity: 'failed', reason: 'it was asked to stop' } };
            return json(503, { ready: false, state: 'not ready', ...release, checks });
          }
          const { ready, state, checks } = await readiness.ask();
          return json(ready ? 200 : 503, { ready, state, ...release, checks });
        }
        case '/metrics':
          return { status: 200, contentType: registry.contentType, body: await metricsText(registry) };
        default:
          return path satisfies never;
      }
    },
  };
}

async function keepAsking(readiness: ReadinessChecks, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    await pause(spread(checkEveryMs), stopping);
    if (!stopping.aborted) await readiness.ask();
  }
}

/** Replaces the one of a server that waited for the log. */
function gauge<L extends string>(registry: Registry, name: string, help: string, labelNames: readonly L[]) {
  registry.removeSingleMetric(name);
  return new Gauge({ name, help, labelNames, registers: [registry] });
}

function measureChecks(registry: Registry): (check: string, state: CheckState) => void {
  const help = 'By state: 1 for the one that the check is in';
  const states = gauge(registry, 'readiness_check', help, ['check', 'state']);
  return (check, current) => {
    for (const state of ['ok', 'degraded', 'failed'] satisfies readonly CheckState[])
      states.set({ check, state }, Number(state === current));
  };
}
