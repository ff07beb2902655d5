/** What has been opened so far, to be closed in reverse order, also when a later step failed. */
export class Opened {
  readonly #closers: (() => Promise<unknown>)[] = [];

  /** Adds what closes the thing just opened. */
  add(close: () => Promise<unknown>): void {
    this.#closers.push(close);
  }

  /** Closes everything, the latest first; nothing is closed twice. */
  async close(): Promise<void> {
    for (let close = this.#closers.pop(); close !== undefined; close = this.#closers.pop()) await close();
  }
}
