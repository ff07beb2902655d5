import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-node';
import { silent } from '@pmcw/resilience';
import { expect, it } from 'vitest';
import { bareSpans } from './bareSpans.ts';
import { startTracing } from './startTracing.ts';
import { TraceIds } from './traceIds.ts';

it('ids of traces are UUIDs, and end with the id of their first span', () => {
  const ids = new TraceIds();
  for (let n = 0; n < 200; n += 1) {
    const span = ids.generateSpanId();
    const trace = ids.generateTraceId();
    expect(trace).toMatch(/^[0-9a-f]{12}4[0-9a-f]{3}[89ab][0-9a-f]{15}$/);
    expect(trace.slice(16)).toBe(span);
  }
});

it('spans are reported without addresses, texts and messages of errors', async () => {
  const exporter = new InMemorySpanExporter();
  const processor = new SimpleSpanProcessor(bareSpans(exporter));
  const provider = new BasicTracerProvider({ spanProcessors: [processor], idGenerator: new TraceIds() });
  const attributes = {
    ...{ 'http.route': '/api/user', 'http.request.method': 'GET', 'pmcw.model': 'messages' },
    ...{ 'url.query': 'token=secret', 'client.address': '10.0.0.1', 'db.query.text': 'select 1' },
  };
  const span = provider.getTracer('spec').startSpan('GET /api/user', { attributes });
  span.recordException(new Error('ada@example.org is taken'));
  span.setStatus({ code: 2, message: 'ada@example.org is taken' }).end();
  await provider.forceFlush();
  const [reported] = exporter.getFinishedSpans();
  expect(reported?.attributes).toEqual({
    ...{ 'http.route': '/api/user', 'http.request.method': 'GET', 'pmcw.model': 'messages' },
  });
  expect([reported?.name, reported?.events, reported?.status]).toEqual(['GET /api/user', [], { code: 2 }]);
  expect(reported?.spanContext().traceId.slice(16)).toBe(span.spanContext().spanId);
  await provider.shutdown();
});

it('nothing is loaded without a receiver', async () => {
  await (await startTracing('spec', undefined, silent))();
});
