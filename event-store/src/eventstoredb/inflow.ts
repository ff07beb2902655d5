import {
  type AllStreamResolvedEvent,
  type AllStreamSubscription,
  type EventStoreDBClient,
  excludeSystemEvents,
} from '@eventstore/db-client';
import { LogUnavailableError } from '../errors.ts';
import { readPositionOf } from './pages.ts';
import { type LogRecord, toRecord } from './records.ts';

/** Checkpoints are not used, because old servers report the start of a page, new ones even -1. */
const filter = excludeSystemEvents({ maxSearchWindow: 1_000, checkpointInterval: 1 });

/** Holds a few hundred events; flow control leaves the rest on the server. */
export class Inflow {
  #isConfirmed = false;
  #failure: unknown;
  #stream: AllStreamSubscription | undefined;
  #head: LogRecord | undefined;
  readonly #waiters = new Set<() => void>();
  #resolve = () => {};
  #reject = (_: unknown) => {};

  run(client: EventStoreDBClient, after: bigint, buffered: number): Promise<void> {
    // It may have been cancelled while the client connected.
    if (this.#failure !== undefined) return Promise.resolve();
    const stream = client.subscribeToAll(
      { fromPosition: readPositionOf(after), filter },
      { highWaterMark: buffered },
    );
    this.#stream = stream;
    stream.on('confirmation', () => {
      this.#isConfirmed = true;
      this.wake();
    });
    stream.on('readable', () => this.wake());
    // Errors may come after the end.
    stream.on('error', (error) => this.fail(error));
    stream.on('end', () => this.fail(new LogUnavailableError('EventStoreDB ended a subscription')));
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  get isConfirmed(): boolean {
    return this.#isConfirmed;
  }

  get failure(): unknown {
    return this.#failure;
  }

  peek(): LogRecord | undefined {
    while (this.#head === undefined) {
      const resolved: AllStreamResolvedEvent | null = this.#stream?.read() ?? null;
      if (resolved === null) return undefined;
      this.#head = toRecord(resolved);
    }
    return this.#head;
  }

  take(): void {
    this.#head = undefined;
  }

  /** Resolves when something may have changed, or when aborted. */
  arrival(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = () => {
        this.#waiters.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      this.#waiters.add(wake);
      signal.addEventListener('abort', wake);
    });
  }

  wake(): void {
    for (const wake of this.#waiters) wake();
  }

  fail(error: unknown): void {
    this.#failure ??= error;
    this.#reject(error);
    this.wake();
  }

  cancel(): void {
    this.#failure ??= new LogUnavailableError('The subscription was cancelled');
    this.#resolve();
    this.wake();
    this.#stream?.unsubscribe().catch(() => undefined);
  }
}
