import { LRUCache } from 'lru-cache';

export interface PlacedId {
  readonly eventId: string;
  readonly revision: number;
}

/** A stream's first events never change. */
interface KnownStream {
  readonly revisions: Map<string, number>;
  next: number;
}

/** Measured. */
const bytesPerId = 136;
const longestPart = 1 / 2;

/** The server recognizes a repeat only at the expected revision, so appends need all earlier ids. */
export class StreamIds {
  readonly #streams: LRUCache<string, KnownStream>;

  /** @param mostBytes by default 490,000 ids, 245,000 per stream */
  constructor(mostBytes = 64 * 1024 * 1024) {
    const maxSize = Math.floor(mostBytes / bytesPerId);
    this.#streams = new LRUCache({
      maxSize,
      maxEntrySize: Math.floor(maxSize * longestPart),
      sizeCalculation: ({ revisions }) => revisions.size,
    });
  }

  nextOf(stream: string): number {
    return this.#streams.peek(stream)?.next ?? 0;
  }

  revisionOf(stream: string, eventId: string): number | undefined {
    return this.#streams.peek(stream)?.revisions.get(eventId);
  }

  learn(stream: string, from: number, ids: readonly PlacedId[]): void {
    const last = ids.at(-1);
    if (last === undefined || from > this.nextOf(stream)) return;
    const known = this.#streams.get(stream) ?? { revisions: new Map<string, number>(), next: 0 };
    for (const { eventId, revision } of ids) known.revisions.set(eventId, revision);
    known.next = Math.max(known.next, last.revision + 1);
    // A stream that is too long is dropped.
    this.#streams.delete(stream);
    this.#streams.set(stream, known);
  }

  /** For streams that turned out to differ. */
  forget(stream: string): void {
    this.#streams.delete(stream);
  }
}
