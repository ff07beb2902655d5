import type { ReadFilter, StoredEvent } from '../port.ts';

/** Whether a reader with this filter wants the event. */
export function passes(
  { type, stream }: Pick<StoredEvent, 'type' | 'stream'>,
  { types = [], streamPrefixes = [] }: ReadFilter,
): boolean {
  return (
    (types.length === 0 || types.includes(type)) &&
    (streamPrefixes.length === 0 || streamPrefixes.some((prefix) => stream.startsWith(prefix)))
  );
}
