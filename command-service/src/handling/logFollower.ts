import type { ProductEvents } from '@pmcw/contracts/events';
import { type Batch, type EventStore, type Following, follow, type RecordedEvent } from '@pmcw/event-store';
import type { Logger } from '@pmcw/resilience';
import type { Followed } from '@pmcw/runtime';
import type { Vault } from '@pmcw/vault';
import { followedAt } from './followerChecks.ts';

/** While no events arrive. */
const noteEveryMs = 60_000;

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
  readonly handle: (events: readonly RecordedEvent<ProductEvents>[]) => Promise<void>;
}

/** Follows the log from where any process left off. An unreadable event must not hide later ones. */
export class LogFollower {
  readonly #parts: LogFollowerParts;
  #following: Following | null = null;
  #notedAt = Number.NEGATIVE_INFINITY;
  #position = 0n;

  constructor(parts: LogFollowerParts) {
    this.#parts = parts;
  }

  start(): void {
    const { eventStore, types, logger, lost } = this.#parts;
    this.#following = follow(eventStore, {
      filter: { types },
      turn: async (readOn) => {
        this.#position = await this.#place();
        await readOn(this.#position, (batch) => this.#handle(batch));
      },
      skipsUnreadable: true,
      onFailure: (failure) => logger.error(failure, lost),
    });
  }

  /** So that later events are found even if this process never follows. */
  async begin(): Promise<void> {
    await this.#note(await this.#place());
  }

  get followed(): Followed {
    return followedAt(this.#following, this.#position);
  }

  async close(): Promise<void> {
    await this.#following?.stop();
  }

  /** Ignores a bookmark of another log. */
  async #place(): Promise<bigint> {
    const { eventStore, vault, bookmark, from } = this.#parts;
    const noted = await vault.bookmarks.find(bookmark);
    const head = await eventStore.head();
    const isOfThisLog = noted?.engine === eventStore.engine && noted.position <= head;
    if (isOfThisLog) return noted.position;
    return from === 'start' ? 0n : head;
  }

  async #handle({ events, position }: Batch<RecordedEvent<ProductEvents>>): Promise<void> {
    await this.#parts.handle(events);
    this.#position = position;
    if (events.length > 0) await this.#note(position);
    else if (performance.now() - this.#notedAt >= noteEveryMs) await this.#noteIdle(position);
  }

  /** Without the note, only more is skipped again: no reason to stop following. */
  async #noteIdle(position: bigint): Promise<void> {
    const { logger, bookmark } = this.#parts;
    this.#notedAt = performance.now();
    await this.#note(position).catch((err: unknown) =>
      logger.warn({ err, bookmark }, 'A bookmark was not noted'),
    );
  }

  async #note(position: bigint): Promise<void> {
    const { eventStore, vault, bookmark } = this.#parts;
    await vault.bookmarks.set(bookmark, { engine: eventStore.engine, position });
    this.#notedAt = performance.now();
  }
}
