import type { ProductEvents } from '@pmcw/contracts/events';
import { type Batch, type EventStore, type RecordedEvent, UnreadableEventError } from '@pmcw/event-store';
import type { Logger } from '@pmcw/resilience';
import { backoffMs, pause } from '@pmcw/resilience';
import type { Vault } from '@pmcw/vault';

/** While no events arrive. */
const noteEveryMs = 60_000;

const retryMs = { firstMs: 100, mostMs: 2_000 };

export interface LogFollowerParts {
  readonly eventStore: EventStore<ProductEvents>;
  readonly vault: Pick<Vault, 'bookmarks'>;
  readonly logger: Logger;
  /** Name in the vault. */
  readonly bookmark: string;
  readonly types: readonly (keyof ProductEvents)[];
  /** For a log that was never followed. */
  readonly from: 'start' | 'head';
  /** Log line on failure. */
  readonly lost: string;
  /** Gets events at least once, and in every process that follows. */
  readonly takeIn: (events: readonly RecordedEvent<ProductEvents>[]) => Promise<void>;
}

/**
 * Follows the log from where any process left off. Restarts after failures, and skips an unreadable event, which must
 * not hide later ones.
 */
export class LogFollower {
  readonly #parts: LogFollowerParts;
  readonly #closing = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #failuresInRow = 0;
  #unreadable = 0n;
  #notedAt = 0;

  constructor(parts: LogFollowerParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#running = this.#followAgainAndAgain();
  }

  /** So that later events are found even if this process never follows. */
  async begin(): Promise<void> {
    await this.#note(await this.#place());
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  async #followAgainAndAgain(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      try {
        await this.#follow(signal);
      } catch (error) {
        if (error instanceof UnreadableEventError) this.#unreadable = error.position;
        this.#failuresInRow += 1;
        const wait = backoffMs(this.#failuresInRow, retryMs);
        this.#parts.logger.error({ err: error, wait }, this.#parts.lost);
        await pause(wait, signal);
      }
    }
  }

  async #follow(signal: AbortSignal): Promise<void> {
    const { eventStore, types } = this.#parts;
    const after = await this.#place();
    if (signal.aborted) return;
    const subscription = eventStore.subscribe(after, (batch) => this.#takeIn(batch), { filter: { types } });
    const stop = () => void subscription.stop();
    signal.addEventListener('abort', stop);
    try {
      await subscription.done;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  /** Ignores a bookmark of another log. */
  async #place(): Promise<bigint> {
    const { eventStore, vault, bookmark, from } = this.#parts;
    const noted = await vault.bookmarks.find(bookmark);
    const head = await eventStore.head();
    const isOfThisLog = noted?.engine === eventStore.engine && noted.position <= head;
    const place = isOfThisLog ? noted.position : from === 'start' ? 0n : head;
    return place < this.#unreadable ? this.#unreadable : place;
  }

  async #takeIn({ events, position }: Batch<RecordedEvent<ProductEvents>>): Promise<void> {
    await this.#parts.takeIn(events);
    this.#failuresInRow = 0;
    if (events.length === 0 && Date.now() - this.#notedAt < noteEveryMs) return;
    await this.#note(position);
  }

  async #note(position: bigint): Promise<void> {
    const { eventStore, vault, bookmark } = this.#parts;
    await vault.bookmarks.set(bookmark, { engine: eventStore.engine, position });
    this.#notedAt = Date.now();
  }
}
