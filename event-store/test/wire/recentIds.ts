/** Bytes that the real server allows its memory of recent ids (ESConsts.CommitedEventsMemCacheLimit). */
const limit = 8 * 1024 * 1024;

interface Entry {
  readonly stream: string;
  readonly revision: bigint;
}

/**
 * The ids that were appended lately, in bounded memory, oldest out first (BoundedCache). An id that is appended again
 * keeps its first place.
 */
export class RecentIds {
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;

  /** Revision that an id got, when it was appended to this very stream. */
  revision(id: string, stream: string): bigint | undefined {
    const entry = this.#entries.get(id);
    return entry?.stream === stream ? entry.revision : undefined;
  }

  /** Remembers an id and, when memory is full, forgets the oldest. */
  add(id: string, entry: Entry): void {
    if (this.#entries.has(id)) return;
    this.#entries.set(id, entry);
    this.#bytes += sizeOf(entry);
    for (const [oldest, forgotten] of this.#entries) {
      if (this.#bytes <= limit) return;
      this.#entries.delete(oldest);
      this.#bytes -= sizeOf(forgotten);
    }
  }

  /** Forgets all. */
  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }
}

// An id, a revision, a pointer, and the stream's name in UTF-16, as the real server counts them.
function sizeOf({ stream }: Entry): number {
  return 28 + 21 + 2 * stream.length;
}
