import { setTimeout as sleep } from 'node:timers/promises';
import type { ProductEvents } from '@pmcw/contracts/events';
import { type Batch, type EventStore, type RecordedEvent, UnreadableEventError } from '@pmcw/event-store';
import type { Vault } from '@pmcw/vault';
import type { ServiceLogger } from '../serviceLogger.ts';

/** While nothing happens, how far the log was followed is noted this often. */
const noteEveryMs = 60_000;

/** Pauses before following again: the first, and the longest. */
const again = { firstMs: 100, mostMs: 2_000 };

/** What is followed, and what it leads to. */
export interface LogFollowerParts {
  readonly eventStore: EventStore<ProductEvents>;
  readonly vault: Pick<Vault, 'bookmarks'>;
  readonly logger: ServiceLogger;
  /** Name of the bookmark in the vault. */
  readonly bookmark: string;
  readonly types: readonly (keyof ProductEvents)[];
  /** Where to begin when nobody has followed this log yet: with all that is in it, or with what comes. */
  readonly from: 'start' | 'head';
  /** Said in the log when following ends. */
  readonly lost: string;
  /** Takes events in; more than once, when a process died in between, and on every process that follows. */
  readonly takeIn: (events: readonly RecordedEvent<ProductEvents>[]) => Promise<void>;
}

/**
 * Follows the log on from where any process got to, so that what happened while none ran is found at the next start. What ends
 * that is waited out, and following begins anew; after an event that nobody can read, which must not hide those behind it.
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

  /** Begins to follow. */
  start(): void {
    this.#running = this.#followAgainAndAgain();
  }

  /**
   * Notes where following begins, where nobody has noted it yet: what is written from then on is found, though this process
   * may never come to follow.
   */
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
        const full = Math.min(again.mostMs, again.firstMs * 2 ** Math.min(this.#failuresInRow, 20));
        this.#failuresInRow += 1;
        // Half of it is chance, so that several processes don't come back in step.
        const wait = full * (0.5 + Math.random() / 2);
        this.#parts.logger.error({ err: error, wait }, this.#parts.lost);
        // An abort is how the wait ends early here, so its rejection says nothing new.
        await sleep(wait, undefined, { signal, ref: false }).catch(() => undefined);
      }
    }
  }

  /** Resolves when the service closes. */
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

  /** Where to begin: what was noted of another log, or of a longer one, is no place of this one. */
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
