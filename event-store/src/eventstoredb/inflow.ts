import {
  type AllStreamResolvedEvent,
  type AllStreamSubscription,
  type EventStoreDBClient,
  excludeSystemEvents,
} from '@eventstore/db-client';
import { LogUnavailableError } from '../errors.ts';
import { positionOf } from './pages.ts';
import { type LogRecord, toRecord } from './records.ts';

/**
 * The server leaves its own events out, looking at so many at a time. What it tells then of how far it is is not used: a
 * position lies never beyond the log's last event, and older servers tell the start of the page, newer ones even -1.
 */
const filter = excludeSystemEvents({ maxSearchWindow: 1_000, checkpointInterval: 1 });

/**
 * What one subscription of the client brings. It holds a few hundred events and the connection's flow control keeps the
 * rest with the server, so whoever is slow here fills nobody's memory.
 */
export class Inflow {
  #isConfirmed = false;
  #failure: unknown;
  #stream: AllStreamSubscription | undefined;
  #head: LogRecord | undefined;
  #wake = () => {};
  #resolve = () => {};
  #reject = (_: unknown) => {};

  /** Subscribes after a position; resolves when it is cancelled, and rejects when it fails. */
  run(client: EventStoreDBClient, after: bigint, buffered: number): Promise<void> {
    const stream = client.subscribeToAll(
      { fromPosition: positionOf(after), filter },
      { highWaterMark: buffered },
    );
    this.#stream = stream;
    stream.on('confirmation', () => {
      this.#isConfirmed = true;
      this.#wake();
    });
    stream.on('readable', () => this.#wake());
    // Stays, for an error may come after the end.
    stream.on('error', (error) => this.fail(error));
    stream.on('end', () => this.fail(new LogUnavailableError('EventStoreDB ended a subscription')));
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /** Whether the server has said that it will send. */
  get isConfirmed(): boolean {
    return this.#isConfirmed;
  }

  /** Why nothing more will come, once that is so. */
  get failure(): unknown {
    return this.#failure;
  }

  /** The next event that has arrived, if there is one. */
  peek(): LogRecord | undefined {
    while (this.#head === undefined) {
      const resolved: AllStreamResolvedEvent | null = this.#stream?.read() ?? null;
      if (resolved === null) return undefined;
      this.#head = toRecord(resolved);
    }
    return this.#head;
  }

  /** Takes the event that `peek` has shown. */
  take(): void {
    this.#head = undefined;
  }

  /** Resolves when something has changed, or when aborted. One at a time may wait. */
  arrival(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = () => {
        signal.removeEventListener('abort', wake);
        this.#wake = () => {};
        resolve();
      };
      this.#wake = wake;
      signal.addEventListener('abort', wake);
    });
  }

  /** Nothing more is expected of it. */
  fail(error: unknown): void {
    this.#failure ??= error;
    this.#reject(error);
    this.#wake();
  }

  /** Ends the call. */
  cancel(): void {
    this.#resolve();
    this.#stream?.unsubscribe().catch(() => undefined);
  }
}
