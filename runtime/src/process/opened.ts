/** What has been opened so far, to be closed in reverse order, also when a later step failed. */
export class Opened {
  readonly #closers: (() => Promise<unknown>)[] = [];

  /** Adds what closes the thing just opened. */
  add(close: () => Promise<unknown>): void {
    this.#closers.push(close);
  }

  /**
   * Closes everything, the latest first; nothing is closed twice. What fails to close keeps nothing else open.
   * @throws the first failure, when everything has been tried
   */
  async close(): Promise<void> {
    const failures: unknown[] = [];
    for (let close = this.#closers.pop(); close !== undefined; close = this.#closers.pop()) {
      await close().catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  }
}
