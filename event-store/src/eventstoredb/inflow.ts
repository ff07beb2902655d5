import {
  type AllStreamResolvedEvent,
  type AllStreamSubscription,
  type EventStoreDBClient,
  excludeSystemEvents,
  type Position,
} from '@eventstore/db-client';
import { LogUnavailableError } from '../errors.ts';
import { positionOf } from './pages.ts';
import { type LogRecord, toRecord } from './records.ts';

/** After so many events without one for us the server tells how far it is. */
const checkpointEvery = 1_000;

/**
 * What one subscription of the client brings. It holds a few hundred events and the connection's flow control keeps the
 * rest with the server, so whoever is slow here fills nobody's memory.
 */
export class Inflow {
  /** Position up to which the server has looked, beyond all that it had sent by then. */
  #checkpoint = 0n;
  #isConfirmed = false;
  #failure: unknown;
  #stream: AllStreamSubscription | undefined;
  #head: LogRecord | undefined;
  #wake = () => {};
  #resolve = () => {};
  #reject = (_: unknown) => {};

  /** Subscribes after a position; resolves when it is cancelled, and rejects when it fails. */
  run(client: EventStoreDBClient, after: bigint, buffered: number): Promise<void> {
    const filter = excludeSystemEvents({
      maxSearchWindow: checkpointEvery,
      checkpointInterval: 1,
      checkpointReached: (_, position) => this.#reach(position),
    });
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

  /** When nothing waits: the position up to which the server has looked, as far as it told. */
  get checkpoint(): bigint {
    return this.#checkpoint;
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

  #reach({ commit, prepare }: Position): void {
    // Only where both agree it is an event that was looked at; else it may be the place of the next one.
    if (commit !== prepare || commit <= this.#checkpoint) return;
    this.#checkpoint = commit;
    this.#wake();
  }
}
