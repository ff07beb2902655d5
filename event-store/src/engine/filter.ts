import type { ReadFilter, StoredEvent } from '../port.ts';

export function passes(
  { type, stream }: Pick<StoredEvent, 'type' | 'stream'>,
  { types = [], streamPrefixes = [] }: ReadFilter,
): boolean {
  return (
    (types.length === 0 || types.includes(type)) &&
    (streamPrefixes.length === 0 || streamPrefixes.some((prefix) => stream.startsWith(prefix)))
  );
}
