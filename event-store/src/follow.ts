import { type Backoff, backoffMs, pause } from '@pmcw/resilience';
import { UnreadableEventError } from './errors.ts';
import type { BatchHandler, SubscribeOptions, Subscription } from './port.ts';

interface SubscribableLog<E> {
  subscribe(after: bigint, handler: BatchHandler<E>, options?: SubscribeOptions): Subscription;
}

/**
 * Hands over all batches after a position. Resolves once following stops or `until` is aborted, and the handler will
 * not be called again; rejects if the log or the handler fails.
 */
export type ReadOn<E> = (after: bigint, handler: BatchHandler<E>, until?: AbortSignal) => Promise<void>;

/** As fields of a log line. */
export interface FollowFailure {
  readonly err: unknown;
  /** In a row, without a handled batch or a finished turn in between. */
  readonly failures: number;
  /** Milliseconds until the next turn. */
  readonly wait: number;
}

export interface FollowOptions<E> extends SubscribeOptions {
  /** Finds its position and reads on from there. When it ends, the next one starts; after a failure, with a pause. */
  readonly turn: (readOn: ReadOn<E>, stopping: AbortSignal) => Promise<void>;
  /** By default 100 to 2,000 ms. */
  readonly retry?: Backoff;
  /** An `UnreadableEventError` still fails the turn; the next one gets an empty batch that ends at that event. */
  readonly skipsUnreadable?: boolean;
  /** Failures while stopping are not reported. */
  readonly onFailure: (failure: FollowFailure) => void;
}

/** `starting` and `failed`: no turn reads; in the latter case, because the last one failed. */
export type FollowStatus = 'starting' | 'following' | 'failed' | 'stopped';

export interface Following {
  readonly status: FollowStatus;
  /** Resolves when the first turn reads or ends; rejects if it fails, although the next turn follows. */
  readonly started: Promise<void>;
  /** Resolves when the last turn has ended. Don't await it in the handler. */
  stop(): Promise<void>;
}

const defaultRetry = { firstMs: 100, mostMs: 2_000 };

/** Follows a log, turn by turn, until stopped. */
export function follow<E>(log: SubscribableLog<E>, options: FollowOptions<E>): Following {
  return new Follower(log, options);
}

class Follower<E> implements Following {
  readonly #log: SubscribableLog<E>;
  readonly #options: FollowOptions<E>;
  readonly #stopping = new AbortController();
  #status: FollowStatus = 'starting';
  #failures = 0;
  #unreadable = 0n;
  #resolveStarted = () => {};
  #rejectStarted = (_: unknown) => {};
  readonly started = new Promise<void>((resolve, reject) => {
    this.#resolveStarted = resolve;
    this.#rejectStarted = reject;
  });
  readonly #over: Promise<void>;

  constructor(log: SubscribableLog<E>, options: FollowOptions<E>) {
    this.#log = log;
    this.#options = options;
    // Not every follower awaits it.
    this.started.catch(() => undefined);
    this.#over = this.#run();
  }

  get status(): FollowStatus {
    return this.#stopping.signal.aborted ? 'stopped' : this.#status;
  }

  stop(): Promise<void> {
    this.#stopping.abort();
    return this.#over;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    const readOn: ReadOn<E> = (...given) => this.#readOn(...given);
    while (!signal.aborted) {
      try {
        await this.#options.turn(readOn, signal);
        this.#status = 'starting';
        this.#failures = 0;
        this.#resolveStarted();
      } catch (error) {
        this.#rejectStarted(error);
        if (!signal.aborted) await this.#recover(error);
      }
    }
    this.#resolveStarted();
  }

  async #readOn(after: bigint, handler: BatchHandler<E>, until?: AbortSignal): Promise<void> {
    const handle: BatchHandler<E> = async (batch) => {
      await handler(batch);
      this.#failures = 0;
    };
    const skipped = this.#unreadable > after ? this.#unreadable : after;
    if (skipped > after) await handle({ events: [], position: skipped, live: false });
    const end = AbortSignal.any([this.#stopping.signal, ...(until === undefined ? [] : [until])]);
    if (end.aborted) return;
    const subscription = this.#log.subscribe(skipped, handle, this.#options);
    const stop = () => void subscription.stop();
    end.addEventListener('abort', stop);
    this.#status = 'following';
    this.#resolveStarted();
    try {
      await subscription.done;
    } finally {
      // A listener keeps the signal, and all that it refers to, until the follower stops.
      end.removeEventListener('abort', stop);
    }
    if (!end.aborted) throw new Error('The subscription ended');
  }

  async #recover(error: unknown): Promise<void> {
    const { skipsUnreadable, retry = defaultRetry, onFailure } = this.#options;
    if (skipsUnreadable === true && error instanceof UnreadableEventError) this.#unreadable = error.position;
    this.#status = 'failed';
    this.#failures += 1;
    const wait = backoffMs(this.#failures, retry);
    onFailure({ err: error, failures: this.#failures, wait });
    await pause(wait, this.#stopping.signal);
  }
}
