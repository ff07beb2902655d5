/** Runs work in order within a lane, and concurrently across lanes. */
export class Lanes {
  readonly #lasts = new Map<string, Promise<void>>();

  /** Rejects as the work does; the next one in the lane runs nevertheless. */
  async run<T>(lane: string, work: () => Promise<T>): Promise<T> {
    const before = this.#lasts.get(lane);
    const result = before === undefined ? work() : before.then(work);
    const over = result.then(
      () => undefined,
      () => undefined,
    );
    this.#lasts.set(lane, over);
    try {
      return await result;
    } finally {
      if (this.#lasts.get(lane) === over) this.#lasts.delete(lane);
    }
  }

  /** Resolves when all work is done that was added before. */
  async idle(): Promise<void> {
    await Promise.all(this.#lasts.values());
  }
}
