/** Bounds of what waits to be done. */
export interface QueueLimits {
  readonly atOnce: number;
  readonly waiting: number;
}

/**
 * Does work, some at once, the rest in turn. When too much waits, the oldest is dropped: a push that comes late says nothing
 * that the app does not show by then.
 */
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
    this.#goOn();
  }

  /** Forgets what waits, and resolves when what runs is done. */
  async close(): Promise<void> {
    this.#waiting.length = 0;
    await Promise.all(this.#running);
  }

  #goOn(): void {
    while (this.#running.size < this.#limits.atOnce) {
      const work = this.#waiting.shift();
      if (work === undefined) return;
      const running = work().finally(() => {
        this.#running.delete(running);
        this.#goOn();
      });
      this.#running.add(running);
    }
  }
}
