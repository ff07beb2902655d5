import type { Proposed } from './records.ts';

/** Fixed parts of a record: lengths, type, version, positions, flags, ids, time. */
const fixedSize = 8 + 2 + 8 + 2 + 8 + 4 + 8 + 16 + 16 + 8 + 4 + 4;

/** Bytes of an event in a real server’s log (PrepareLogRecord.SizeOnDisk); positions grow by them. */
export function recordSize(stream: string, event: Pick<Proposed, 'type' | 'data' | 'metadata'>): number {
  return fixedSize + textSize(stream) + textSize(event.type) + event.data.length + event.metadata.length;
}

// A text is preceded by its length in seven-bit groups.
function textSize(text: string): number {
  const bytes = Buffer.byteLength(text);
  let prefix = 1;
  for (let rest = bytes >>> 7; rest > 0; rest >>>= 7) prefix += 1;
  return prefix + bytes;
}
