import type { Attributes, SpanStatus } from '@opentelemetry/api';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-node';

/** Instrumentations also record addresses, queries of URLs and messages of errors: personal data, and secrets. */
const reported =
  /^(http\.(request\.method|method|response\.status_code|status_code|route)|error\.type|db\.(system|operation)(\.name)?|pmcw\.)/;

function attributesOf({ attributes }: ReadableSpan): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => reported.test(name)));
}

const bare = (span: ReadableSpan): ReadableSpan =>
  Object.create(span, {
    attributes: { value: attributesOf(span) },
    events: { value: [] },
    status: { value: { code: span.status.code } satisfies SpanStatus },
  });

/** Reports only attributes that are known to be harmless. */
export const bareSpans = (exporter: SpanExporter): SpanExporter => ({
  export: (spans, done) => exporter.export(spans.map(bare), done),
  shutdown: () => exporter.shutdown(),
  ...(exporter.forceFlush === undefined
    ? {}
    : { forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve() }),
});
