import { describe, type LogSink } from '../engine/logSink.ts';
import type { Outage } from '../engine/outage.ts';
import type { SubscribedLog } from '../engine/subscription.ts';
import { unlessAborted } from '../engine/unlessAborted.ts';
import { LogUnavailableError } from '../errors.ts';
import type { Batch, ReadFilter, StoredEvent } from '../port.ts';
import type { Connection } from './connection.ts';
import { Inflow } from './inflow.ts';
import { Gathered, type Reader } from './reader.ts';

export interface FeedOptions {
  readonly connection: Connection;
  readonly reader: Reader;
  readonly log: LogSink;
  readonly outage: Outage;
  readonly filter: ReadFilter;
  readonly batchSize: number;
  readonly silenceMs: number;
}

const confirmTimeoutMs = 10_000;
/** Most events scanned per batch. */
const window = 10_000;

interface Open {
  readonly inflow: Inflow;
  /** From there on, the subscription is live. */
  readonly goal: bigint;
}

/**
 * One follower's batches; opens another subscription when one fails or falls silent. Filters here, because the server
 * reports skipped events too rarely.
 */
export class Feed implements SubscribedLog {
  readonly #options: FeedOptions;
  readonly #silence: NodeJS.Timeout;
  #open: Open | undefined;
  #position = 0n;
  /** Position at the last check. */
  #seen = 0n;
  #missed = false;
  #isAsking = false;

  constructor(options: FeedOptions) {
    this.#options = options;
    this.#silence = setInterval(() => void this.#listen(), options.silenceMs).unref();
  }

  async read(after: bigint, signal: AbortSignal): Promise<Batch<StoredEvent>> {
    this.#position = after;
    const { inflow, goal } = this.#open ?? (await this.#begin(after, signal));
    const { filter, batchSize } = this.#options;
    const gathered = new Gathered(after, filter, batchSize);
    while (!signal.aborted) {
      const isDrained = drain(inflow, gathered);
      const { position } = gathered;
      this.#position = position;
      if (position === after && inflow.failure !== undefined) this.#giveUp(inflow);
      if (position > after || position >= goal) return gathered.batch(isDrained && position >= goal);
      await inflow.arrival(signal);
    }
    return gathered.batch(false);
  }

  async beyond(_: bigint, signal: AbortSignal): Promise<void> {
    const inflow = this.#open?.inflow;
    if (inflow === undefined) return;
    while (!signal.aborted && inflow.failure === undefined) {
      if (inflow.peek() !== undefined) return;
      await inflow.arrival(signal);
    }
  }

  onReadError(error: unknown): void {
    this.#options.outage.failed(error);
  }

  onHandlerError(error: unknown): void {
    this.#options.log.error(describe(error), 'event log: subscription ended by its handler');
  }

  close(): void {
    clearInterval(this.#silence);
    this.#open?.inflow.cancel();
    this.#open = undefined;
  }

  async #begin(after: bigint, signal: AbortSignal): Promise<Open> {
    const { connection, reader, batchSize } = this.#options;
    const goal = await unlessAborted(signal, () => reader.head());
    const open = { inflow: new Inflow(), goal };
    const { inflow } = open;
    this.#open = open;
    connection
      .run((client) => inflow.run(client, after, batchSize))
      .catch((error: unknown) => inflow.fail(error));
    const patience = AbortSignal.any([signal, AbortSignal.timeout(confirmTimeoutMs)]);
    while (!inflow.isConfirmed && inflow.failure === undefined && !patience.aborted) {
      await inflow.arrival(patience);
    }
    if (!inflow.isConfirmed && !signal.aborted) {
      inflow.fail(new LogUnavailableError('EventStoreDB did not confirm a subscription in time'));
      this.#giveUp(inflow);
    }
    return open;
  }

  /** @throws the subscription's failure */
  #giveUp(inflow: Inflow): never {
    this.#open = undefined;
    inflow.cancel();
    throw inflow.failure;
  }

  /**
   * A live connection may have lost the subscription, e.g. on an isolated node. Fails if nothing arrived between two
   * checks although the leader has more.
   */
  async #listen(): Promise<void> {
    const [open, position] = [this.#open, this.#position];
    const isQuiet = position === this.#seen && open?.inflow.peek() === undefined;
    const missed = isQuiet && this.#missed;
    this.#seen = position;
    this.#missed = false;
    if (missed) open?.inflow.fail(new LogUnavailableError('EventStoreDB fell silent on a subscription'));
    if (!isQuiet || missed || this.#isAsking) return;
    this.#isAsking = true;
    // The reader has logged the failure.
    const head = await this.#options.reader.head().catch(() => 0n);
    this.#isAsking = false;
    this.#missed = head > this.#position && open === this.#open;
  }
}

/** Returns whether none are left. */
function drain(inflow: Inflow, gathered: Gathered): boolean {
  for (let record = inflow.peek(); record !== undefined; record = inflow.peek()) {
    if (gathered.isFull || gathered.looked >= window || !gathered.take(record)) return false;
    inflow.take();
  }
  return true;
}
