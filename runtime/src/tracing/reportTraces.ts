import { createRequire } from 'node:module';
import { DiagLogLevel, diag } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { registerInstrumentations } from '@opentelemetry/instrumentation';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { AlwaysOnSampler, BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import type { Logger } from '@pmcw/resilience';
import { operationPaths } from '../operations/operations.ts';
import { bareSpans } from './bareSpans.ts';
import { TraceIds } from './traceIds.ts';

/** The gateway's commands arrive there, within a trace that starts in the gateway. */
const unreported: ReadonlySet<string> = new Set([...operationPaths, '/internal/dispatch']);

const limits = {
  maxQueueSize: 4_096,
  maxExportBatchSize: 512,
  scheduledDelayMillis: 1_000,
  exportTimeoutMillis: 5_000,
};

/**
 * Reports spans to the receiver of `OTEL_EXPORTER_OTLP_ENDPOINT`, as JSON over HTTP. A receiver that is down or slow
 * costs only spans.
 * @returns reports the rest
 */
export function reportTraces(service: string, logger: Logger): () => Promise<void> {
  const warn = (message: string) => logger.warn({}, `traces: ${message}`);
  diag.setLogger({ error: warn, warn, info() {}, debug() {}, verbose() {} }, DiagLogLevel.WARN);
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.namespace': 'pmcw', 'service.name': service }),
    idGenerator: new TraceIds(),
    sampler: new AlwaysOnSampler(),
    spanProcessors: [new BatchSpanProcessor(bareSpans(new OTLPTraceExporter()), limits)],
  });
  // Without propagators: no header of a visitor may choose a trace.
  provider.register({ propagator: null });
  registerInstrumentations({
    tracerProvider: provider,
    instrumentations: [
      new HttpInstrumentation({
        disableOutgoingRequestInstrumentation: true,
        ignoreIncomingRequestHook: ({ url = '' }) => unreported.has(url.split('?', 1)[0] ?? ''),
      }),
      new PgInstrumentation({ requireParentSpan: true }),
    ],
  });
  // They change modules when these are required.
  const require = createRequire(import.meta.url);
  for (const name of ['http', 'pg']) require(name);
  return () => provider.shutdown();
}
