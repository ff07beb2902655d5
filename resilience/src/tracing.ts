import { randomUUID } from 'node:crypto';
import {
  type Attributes,
  type Context,
  context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';

/** Does nothing unless the process reports traces, which `startTracing` of runtime decides after this was loaded. */
const tracer = () => trace.getTracer('pmcw');

/** Whether the process reports what is running now. */
const activeSpan = (): Span | undefined => {
  const span = trace.getActiveSpan();
  return span?.isRecording() === true ? span : undefined;
};

/**
 * The id of the active trace as a UUID, or a random one. Events carry it, so that any process that handles one finds
 * its trace.
 */
export function newCorrelationId(): string {
  const { traceId } = activeSpan()?.spanContext() ?? {};
  if (traceId === undefined) return randomUUID();
  return traceId.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The second half of a trace's id is the id of its first span (`TraceIds` of runtime). */
function contextOf(correlationId: string): Context | null {
  const traceId = correlationId.replaceAll('-', '');
  if (!/^[0-9a-f]{32}$/.test(traceId)) return null;
  const spanContext = { traceId, spanId: traceId.slice(16), traceFlags: TraceFlags.SAMPLED, isRemote: true };
  return trace.setSpanContext(ROOT_CONTEXT, spanContext);
}

async function spanOf<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const type = error instanceof Error ? error.name : typeof error;
    span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', type);
    throw error;
  } finally {
    span.end();
  }
}

/** Reports `work` as a step of the active trace. Attributes have no personal data. */
export const step = <T>(name: string, work: () => Promise<T>, attributes: Attributes = {}): Promise<T> =>
  tracer().startActiveSpan(name, { attributes }, (span) => spanOf(span, work));

/** Reports `work` as the start of a trace. */
export const firstStep = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  tracer().startActiveSpan(name, { root: true, kind: SpanKind.SERVER }, (span) => spanOf(span, work));

/** Reports `work` as a step of a trace that started in another process. */
export function stepOf<T>(correlationId: string, name: string, work: () => Promise<T>): Promise<T> {
  const parent = contextOf(correlationId) ?? context.active();
  return tracer().startActiveSpan(name, {}, parent, (span) => spanOf(span, work));
}

/** Reports a step that several traces shared, from `startedAt` (milliseconds since 1970) until now. */
export function reportStep(
  events: Iterable<{ readonly metadata: { readonly correlationId: string } }>,
  name: string,
  startedAt: number,
): void {
  const ids = new Set<string>();
  for (const { metadata } of events) ids.add(metadata.correlationId);
  for (const id of ids) {
    const parent = contextOf(id);
    if (parent !== null)
      tracer().startSpan(name, { startTime: startedAt, kind: SpanKind.CONSUMER }, parent).end();
  }
}

/** Names the active trace by a route, because its address may have personal data. */
export function nameTrace(method: string, route: string | undefined): void {
  const span = activeSpan();
  if (span === undefined) return;
  span.updateName(`${method} ${route ?? 'unknown'}`);
  if (route !== undefined) span.setAttribute('http.route', route);
}
