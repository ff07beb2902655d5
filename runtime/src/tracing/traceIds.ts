import { randomBytes } from 'node:crypto';
import type { IdGenerator } from '@opentelemetry/sdk-trace-node';

/**
 * Ids of traces are version 4 UUIDs without dashes, because they are also correlation ids. Their second half is the id
 * of the trace's first span, so that a process that knows only the correlation id can continue the trace.
 */
export class TraceIds implements IdGenerator {
  #lastSpan = '';

  generateSpanId(): string {
    const bytes = randomBytes(8);
    // Variant of a UUID.
    bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x80;
    this.#lastSpan = bytes.toString('hex');
    return this.#lastSpan;
  }

  /** The SDK calls it for a span without a parent, right after `generateSpanId`. */
  generateTraceId(): string {
    const bytes = randomBytes(8);
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
    return bytes.toString('hex') + this.#lastSpan;
  }
}
