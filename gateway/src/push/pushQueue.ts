export interface QueueLimits {
  readonly atOnce: number;
  readonly waiting: number;
}

/** If too many tasks wait, the oldest is dropped: a late push adds nothing to the app. */
export class PushQueue {
  readonly #limits: QueueLimits;
  readonly #onDropped: () => void;
  readonly #waiting: (() => Promise<void>)[] = [];
  readonly #running = new Set<Promise<void>>();

  constructor(limits: QueueLimits, onDropped: () => void) {
    this.#limits = limits;
    this.#onDropped = onDropped;
  }

  /** @param work must not reject */
  add(work: () => Promise<void>): void {
    this.#waiting.push(work);
    if (this.#waiting.length > this.#limits.waiting) {
      this.#waiting.shift();
      this.#onDropped();
    }
    this.#startNext();
  }

  /** Drops waiting tasks. */
  async close(): Promise<void> {
    this.#waiting.length = 0;
    await Promise.all(this.#running);
  }

  #startNext(): void {
    while (this.#running.size < this.#limits.atOnce) {
      const work = this.#waiting.shift();
      if (work === undefined) return;
      const running = work().finally(() => {
        this.#running.delete(running);
        this.#startNext();
      });
      this.#running.add(running);
    }
  }
}
