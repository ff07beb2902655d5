/** Bytes that the real server allows its memory of recent ids (ESConsts.CommitedEventsMemCacheLimit). */
const limit = 8 * 1024 * 1024;

/**
 * The ids that were appended lately, in bounded memory, oldest out first. The real server counts an id as 28 bytes and
 * its stream's name in UTF-16; it forgets all of them when it restarts.
 */
export class RecentIds {
  readonly #entries = new Map<string, { readonly stream: string; readonly revision: bigint }>();
  #bytes = 0;

  /** Revision that an id got, when it was appended to this very stream. */
  revision(id: string, stream: string): bigint | undefined {
    const entry = this.#entries.get(id);
    return entry?.stream === stream ? entry.revision : undefined;
  }

  /** Remembers an id and, when memory is full, forgets the oldest. */
  add(id: string, stream: string, revision: bigint): void {
    this.#delete(id);
    this.#entries.set(id, { stream, revision });
    this.#bytes += entrySize(stream);
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= limit) return;
      this.#delete(oldest);
    }
  }

  /** Forgets all. */
  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }

  #delete(id: string): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    this.#entries.delete(id);
    this.#bytes -= entrySize(entry.stream);
  }
}

function entrySize(stream: string): number {
  return 28 + 2 * stream.length;
}
