import type { StoredEvent } from '../port.ts';

/** A place in a run of pages, from which events are taken one by one. */
export class EventCursor {
  readonly #pages: AsyncIterator<readonly StoredEvent[]>;
  #page: readonly StoredEvent[] = [];
  #at = 0;

  constructor(pages: AsyncIterable<readonly StoredEvent[]>) {
    this.#pages = pages[Symbol.asyncIterator]();
  }

  /** The event here, when its page is in memory. */
  get here(): StoredEvent | undefined {
    return this.#page[this.#at];
  }

  /** Goes on to the next event. */
  move(): void {
    this.#at += 1;
  }

  /** The event here; undefined at the end. */
  async event(): Promise<StoredEvent | undefined> {
    while (this.here === undefined) {
      const { done, value } = await this.#pages.next();
      if (done === true) return undefined;
      this.#page = value;
      this.#at = 0;
    }
    return this.here;
  }

  /** Takes no more of the pages. */
  async stop(): Promise<void> {
    await this.#pages.return?.();
  }
}
