import { LogUnavailableError, UnreadableEventError } from '../errors.ts';
import type {
  Batch,
  BatchHandler,
  ReadFilter,
  StoredEvent,
  SubscribeOptions,
  Subscription,
} from '../port.ts';
import type { EventFeed } from './eventFeed.ts';
import { startSubscription } from './subscription.ts';
import { Window, type WindowLimits } from './window.ts';

export interface TailedLog {
  feed(filter: ReadFilter, pageSize: number): EventFeed;
  onReadError(error: unknown): void;
  /** The subscription ends after it. */
  onHandlerError(error: unknown): void;
}

const defaultPage = 500;
const windowLimits = { events: 5_000, bytes: 16 * 1024 * 1024 };

/**
 * All subscriptions to a log in this process. Those at the head share one feed by a window of the latest events; one
 * that is behind the window reads with a feed of its own until it has caught up.
 */
export class Tail {
  readonly #log: TailedLog;
  readonly #limits: WindowLimits;
  readonly #running = new Set<Subscription>();
  #window: Window | undefined;
  #isClosed = false;

  constructor(log: TailedLog, limits: Partial<WindowLimits> = {}) {
    this.#log = log;
    this.#limits = { ...windowLimits, ...limits };
  }

  /** @throws LogUnavailableError after `close` */
  subscribe(
    after: bigint,
    handler: BatchHandler<StoredEvent>,
    { filter = {}, batchSize = defaultPage }: SubscribeOptions = {},
  ): Subscription {
    if (this.#isClosed) throw new LogUnavailableError('The log is closed');
    let own: EventFeed | undefined;
    const closeOwn = () => {
      own?.close();
      own = undefined;
    };
    const read = async (position: bigint, signal: AbortSignal) => {
      const shared = await this.#readShared(position, filter, batchSize);
      if (shared !== undefined) {
        closeOwn();
        return shared;
      }
      signal.throwIfAborted();
      own ??= this.#log.feed(filter, batchSize);
      const batch = await own.read(position);
      if (batch.live) this.#share(batch.position);
      if (this.#window?.reaches(batch.position)) closeOwn();
      return batch;
    };
    const subscription = startSubscription(
      {
        read,
        beyond: async (position, signal) => (own ?? this.#window)?.beyond(position, signal),
        onReadError: (error) => this.#log.onReadError(error),
        onHandlerError: (error) => this.#log.onHandlerError(error),
      },
      after,
      handler,
    );
    this.#running.add(subscription);
    const end = () => {
      closeOwn();
      this.#running.delete(subscription);
      if (this.#running.size === 0) this.#leave();
    };
    subscription.done.then(end, end);
    return subscription;
  }

  /** Adds events that follow a position directly, unless they are not the next ones, or are being read. */
  append(after: bigint, events: () => readonly StoredEvent[]): void {
    this.#window?.append(after, events);
  }

  /** Resolves when no handler will be called again. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#running].map((subscription) => subscription.stop()));
  }

  /** Undefined outside the window. */
  async #readShared(
    after: bigint,
    filter: ReadFilter,
    limit: number,
  ): Promise<Batch<StoredEvent> | undefined> {
    const window = this.#window;
    if (window === undefined || after < window.from) return undefined;
    try {
      await window.readBeyond(after);
    } catch (error) {
      // Filters may exclude the event, so each follower has to find out.
      if (error instanceof UnreadableEventError) this.#leave(window);
      if (this.#window === window) throw error;
      return undefined;
    }
    if (window.reaches(after)) return window.slice(after, filter, limit);
    // A follower overtook it, because all others are slow.
    if (after > window.from) this.#leave(window);
    return undefined;
  }

  #share(position: bigint): void {
    if (this.#running.size === 0) return;
    this.#window ??= new Window(position, this.#log.feed({}, defaultPage), this.#limits);
  }

  #leave(window = this.#window): void {
    window?.close();
    if (this.#window === window) this.#window = undefined;
  }
}
