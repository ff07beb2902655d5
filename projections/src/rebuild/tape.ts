import { EventEmitter, once } from 'node:events';
import type { Batch } from '@pmcw/event-store';
import type { ProductRecord } from '../runner/model.ts';

export interface TapeLimits {
  /** In memory, beside those that are being folded. */
  readonly mostPages: number;
  /** For which the others wait for a slow reader, which they then leave behind. */
  readonly patienceMs: number;
}

export interface Reader {
  readonly types: readonly string[];
  /** Where the last page that it asked for starts. */
  at: bigint;
}

/** Consecutive pages of the log for readers at about the same position. The slowest sets the pace. */
export class Tape {
  readonly #types: ReadonlySet<string>;
  readonly #limits: TapeLimits;
  readonly #readPage: (after: bigint) => Promise<Batch<ProductRecord>>;
  readonly #readers = new Set<Reader>();
  readonly #pages: Batch<ProductRecord>[] = [];
  readonly #changes = new EventEmitter<{ moved: [] }>();
  #from: bigint;
  #upTo: bigint;
  #growing: Promise<void> | undefined;

  /** @param readPage reads events of these types */
  constructor(
    start: bigint,
    types: ReadonlySet<string>,
    limits: TapeLimits,
    readPage: (after: bigint) => Promise<Batch<ProductRecord>>,
  ) {
    this.#from = start;
    this.#upTo = start;
    this.#types = types;
    this.#limits = limits;
    this.#readPage = readPage;
  }

  serves({ types }: Reader, after: bigint): boolean {
    return after >= this.#from && after <= this.#upTo && types.every((type) => this.#types.has(type));
  }

  /** After a position that it serves. */
  async read(reader: Reader, after: bigint): Promise<Batch<ProductRecord>> {
    reader.at = after;
    this.#readers.add(reader);
    this.#changes.emit('moved');
    if (after === this.#upTo) {
      this.#growing ??= this.#grow().finally(() => {
        this.#growing = undefined;
      });
      await this.#growing;
    }
    const page = this.#pages.find(({ position }) => position > after);
    if (page === undefined) return { events: [], position: after, live: true };
    const types: ReadonlySet<string> = new Set(reader.types);
    return {
      ...page,
      events: page.events.filter(({ position, type }) => position > after && types.has(type)),
    };
  }

  leave(reader: Reader): void {
    this.#readers.delete(reader);
    this.#changes.emit('moved');
  }

  async #grow(): Promise<void> {
    if (this.#pages.length >= this.#limits.mostPages) {
      await this.#everyReaderIn();
      this.#from = this.#pages.shift()?.position ?? this.#from;
    }
    const page = await this.#readPage(this.#upTo);
    if (page.position === this.#upTo) return;
    this.#pages.push(page);
    this.#upTo = page.position;
  }

  /** Each has got the oldest page, or is left behind. */
  async #everyReaderIn(): Promise<void> {
    const signal = AbortSignal.timeout(this.#limits.patienceMs);
    const late = () => [...this.#readers].filter(({ at }) => at < this.#from);
    while (late().length > 0 && !signal.aborted) {
      await once(this.#changes, 'moved', { signal }).catch(() => undefined);
    }
    for (const reader of late()) this.#readers.delete(reader);
  }
}
