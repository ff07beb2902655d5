import type { StoredEvent } from '../port.ts';

export class EventCursor {
  readonly #pages: AsyncIterator<readonly StoredEvent[]>;
  #page: readonly StoredEvent[] = [];
  #at = 0;

  constructor(pages: AsyncIterable<readonly StoredEvent[]>) {
    this.#pages = pages[Symbol.asyncIterator]();
  }

  get here(): StoredEvent | undefined {
    return this.#page[this.#at];
  }

  move(): void {
    this.#at += 1;
  }

  async event(): Promise<StoredEvent | undefined> {
    while (this.here === undefined) {
      const { done, value } = await this.#pages.next();
      if (done === true) return undefined;
      this.#page = value;
      this.#at = 0;
    }
    return this.here;
  }

  async stop(): Promise<void> {
    await this.#pages.return?.();
  }
}
