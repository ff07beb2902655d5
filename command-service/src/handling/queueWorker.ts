import { pause } from '@pmcw/resilience';

export interface QueueWorkerOptions<Item> {
  /** Leases due items. */
  readonly take: (most: number) => Promise<readonly Item[]>;
  /** Aborted when the process can't wait for it any longer. */
  readonly work: (item: Item, signal: AbortSignal) => Promise<void>;
  readonly atOnce: number;
  /** `wake` looks at once. */
  readonly lookEveryMs: number;
  /** For items in work when the process ends. */
  readonly graceMs: number;
  readonly onFailedLook: (error: unknown) => void;
  readonly onFailedItem: (error: unknown, item: Item) => void;
}

/** Works on a queue that processes share: an item that fails is due again when its lease expires. */
export class QueueWorker<Item> {
  readonly #options: QueueWorkerOptions<Item>;
  readonly #working = new Set<Promise<void>>();
  readonly #cutting = new AbortController();
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> = Promise.resolve();
  #isWoken = false;
  #isClosing = false;

  constructor(options: QueueWorkerOptions<Item>) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => this.wake(), this.#options.lookEveryMs).unref();
    this.wake();
  }

  wake(): void {
    if (this.#timer === null || this.#isWoken) return;
    this.#isWoken = true;
    this.#looking = this.#looking.then(() => {
      this.#isWoken = false;
      return this.#look();
    });
  }

  async close(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    this.#isClosing = true;
    await this.#looking;
    const waiting = new AbortController();
    const all = Promise.all(this.#working).then(() => waiting.abort());
    await pause(this.#options.graceMs, waiting.signal);
    this.#cutting.abort();
    await all;
  }

  async #look(): Promise<void> {
    const { take, atOnce, onFailedLook } = this.#options;
    const room = atOnce - this.#working.size;
    if (this.#isClosing || room === 0) return;
    try {
      for (const item of await take(room)) this.#begin(item);
    } catch (error) {
      onFailedLook(error);
    }
  }

  #begin(item: Item): void {
    const { work, onFailedItem } = this.#options;
    const working = work(item, this.#cutting.signal)
      .catch((error: unknown) => onFailedItem(error, item))
      .finally(() => {
        this.#working.delete(working);
        this.wake();
      });
    this.#working.add(working);
  }
}
