/** An event's place under its id. */
export interface PlacedId {
  readonly eventId: string;
  readonly revision: number;
}

/** The ids of a stream's first events; which those are never changes. */
interface KnownStream {
  readonly revisions: Map<string, number>;
  /** Revision of the first event whose id is not known here. */
  next: number;
}

/** Memory that an id takes, at most (measured in maps of 1,000 to 200,000): its 36 characters, its revision and its place. */
const bytesPerId = 136;
/** A stream whose ids take more than this part of the memory is read again for each append. */
const longestPart = 1 / 2;

/**
 * The ids of streams' events, as far as this process has read or written them. The server recognises a repeat only at the
 * place that it is appended to, so all ids before that place must be known here. Bounded: the streams that were not used
 * for longest are forgotten, and read again when needed.
 */
export class StreamIds {
  readonly #mostIds: number;
  readonly #streams = new Map<string, KnownStream>();
  #size = 0;

  /** @param mostBytes memory that the ids of all streams may take: by default 490,000 ids, 245,000 of one stream */
  constructor(mostBytes = 64 * 1024 * 1024) {
    this.#mostIds = Math.floor(mostBytes / bytesPerId);
  }

  /** Revision of the first event of a stream whose id is not known here. */
  nextOf(stream: string): number {
    return this.#streams.get(stream)?.next ?? 0;
  }

  /** Where in a stream an id was used, as far as is known here. */
  revisionOf(stream: string, eventId: string): number | undefined {
    return this.#streams.get(stream)?.revisions.get(eventId);
  }

  /** Learns a run of events that begins at a revision; one that begins beyond what is known says nothing. */
  learn(stream: string, from: number, ids: readonly PlacedId[]): void {
    const last = ids.at(-1);
    if (last === undefined || from > this.nextOf(stream)) return;
    const known = this.#take(stream) ?? { revisions: new Map<string, number>(), next: 0 };
    for (const { eventId, revision } of ids) known.revisions.set(eventId, revision);
    known.next = Math.max(known.next, last.revision + 1);
    this.#keep(stream, known);
  }

  /** Unlearns a stream, which proved not to be what was known of it. */
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
