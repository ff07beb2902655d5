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
  readonly #mostIds: number;
  readonly #streams = new Map<string, KnownStream>();
  #size = 0;

  /** @param mostBytes by default 490,000 ids, 245,000 per stream */
  constructor(mostBytes = 64 * 1024 * 1024) {
    this.#mostIds = Math.floor(mostBytes / bytesPerId);
  }

  nextOf(stream: string): number {
    return this.#streams.get(stream)?.next ?? 0;
  }

  revisionOf(stream: string, eventId: string): number | undefined {
    return this.#streams.get(stream)?.revisions.get(eventId);
  }

  learn(stream: string, from: number, ids: readonly PlacedId[]): void {
    const last = ids.at(-1);
    if (last === undefined || from > this.nextOf(stream)) return;
    const known = this.#take(stream) ?? { revisions: new Map<string, number>(), next: 0 };
    for (const { eventId, revision } of ids) known.revisions.set(eventId, revision);
    known.next = Math.max(known.next, last.revision + 1);
    this.#keep(stream, known);
  }

  /** For streams that turned out to differ. */
  forget(stream: string): void {
    this.#take(stream);
  }

  #keep(stream: string, known: KnownStream): void {
    if (known.revisions.size > this.#mostIds * longestPart) return;
    this.#streams.set(stream, known);
    this.#size += known.revisions.size;
    for (const oldest of this.#streams.keys()) {
      if (this.#size <= this.#mostIds) return;
      this.#take(oldest);
    }
  }

  #take(stream: string): KnownStream | undefined {
    const known = this.#streams.get(stream);
    if (known === undefined) return undefined;
    this.#streams.delete(stream);
    this.#size -= known.revisions.size;
    return known;
  }
}
