import type { ProductEvents } from '@pmcw/contracts/events';
import {
  type Batch,
  type EventStore,
  type RecordedEvent,
  type Subscription,
  UnreadableEventError,
} from '@pmcw/event-store';
import { backoffMs, within } from '@pmcw/resilience';
import { toldTypes } from '../frames/change.ts';
import type { Reporting } from '../observer.ts';
import { cardTypes } from './memberCards.ts';

export type EventBatch = Batch<RecordedEvent<ProductEvents>>;

/** `starting` until the head of the log is known, `failed` while it waits to subscribe again. */
export type FollowerStatus = 'starting' | 'following' | 'failed' | 'stopped';

export interface FollowerOptions extends Reporting {
  readonly eventStore: Pick<EventStore<ProductEvents>, 'subscribe' | 'head'>;
  readonly onStart: (position: bigint) => void;
  /** Called when an event can't be read at all; following continues after it. */
  readonly onUnreadable: (position: bigint) => void;
  readonly onBatch: (batch: EventBatch) => Promise<void>;
  readonly position: () => bigint;
  readonly readMs: number;
  readonly restartFirstMs: number;
  readonly restartMostMs: number;
}

const filter = { types: [...toldTypes, ...cardTypes] };

/**
 * Follows the log from its head. After a failure it subscribes again from the last position; unreadable events are
 * skipped, because they must not block later messages.
 */
export class Follower {
  readonly #options: FollowerOptions;
  #status: FollowerStatus = 'starting';
  #subscription: Subscription | null = null;
  #retry: NodeJS.Timeout | null = null;
  #failuresInRow = 0;
  #restarts = 0;

  constructor(options: FollowerOptions) {
    this.#options = options;
  }

  get status(): FollowerStatus {
    return this.#status;
  }

  get restarts(): number {
    return this.#restarts;
  }

  /** Resolves when it follows or the first try failed. */
  async start(): Promise<void> {
    const { eventStore, onStart, readMs } = this.#options;
    let head: bigint;
    try {
      head = await within(readMs, 'reading the head of the log', eventStore.head());
    } catch (error) {
      this.#tryAgain(error, () => void this.start());
      return;
    }
    if (this.#status === 'stopped') return;
    onStart(head);
    this.#follow();
  }

  async stop(): Promise<void> {
    this.#status = 'stopped';
    if (this.#retry !== null) clearTimeout(this.#retry);
    await this.#subscription?.stop();
  }

  #follow(): void {
    const { eventStore, position } = this.#options;
    this.#status = 'following';
    try {
      const subscription = eventStore.subscribe(position(), (batch) => this.#takeIn(batch), { filter });
      this.#subscription = subscription;
      subscription.done.then(
        () => this.#lost(new Error('The subscription ended')),
        (error: unknown) => this.#lost(error),
      );
    } catch (error) {
      this.#lost(error);
    }
  }

  async #takeIn(batch: EventBatch): Promise<void> {
    await this.#options.onBatch(batch);
    this.#failuresInRow = 0;
  }

  #lost(error: unknown): void {
    if (this.#status === 'stopped') return;
    this.#status = 'failed';
    const { position, onUnreadable } = this.#options;
    if (error instanceof UnreadableEventError && error.position > position()) onUnreadable(error.position);
    this.#tryAgain(error, () => {
      this.#restarts += 1;
      this.#follow();
    });
  }

  #tryAgain(error: unknown, again: () => void): void {
    if (this.#status === 'stopped') return;
    const { logger, observe, restartFirstMs, restartMostMs } = this.#options;
    this.#failuresInRow += 1;
    const wait = backoffMs(this.#failuresInRow, { firstMs: restartFirstMs, mostMs: restartMostMs });
    logger.error({ err: error, failures: this.#failuresInRow, wait }, 'the subscription to the log failed');
    observe({ kind: 'follower_failed' });
    this.#retry = setTimeout(again, wait);
  }
}
