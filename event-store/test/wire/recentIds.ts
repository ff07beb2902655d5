/** Limit in bytes of the real server’s memory of recent ids (ESConsts.CommitedEventsMemCacheLimit). */
const limit = 8 * 1024 * 1024;

interface Entry {
  readonly stream: string;
  readonly revision: bigint;
}

/** Recently appended ids in limited memory, evicting the oldest (BoundedCache). A repeated id keeps its first place. */
export class RecentIds {
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;

  /** Revision of an id in this stream. */
  revision(id: string, stream: string): bigint | undefined {
    const entry = this.#entries.get(id);
    return entry?.stream === stream ? entry.revision : undefined;
  }

  /** Adds an id, evicting the oldest if memory is full. */
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

  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }
}

// An id, a revision, a pointer, and the stream’s name in UTF-16, as the real server counts.
function sizeOf({ stream }: Entry): number {
  return 28 + 21 + 2 * stream.length;
}
