import type { FollowedLog } from '../engine/follow.ts';
import { describe, type LogSink } from '../engine/logSink.ts';
import type { Outage } from '../engine/outage.ts';
import { LogUnavailableError } from '../errors.ts';
import type { Batch, ReadFilter, StoredEvent } from '../port.ts';
import type { Connection } from './connection.ts';
import { Inflow } from './inflow.ts';
import { Gathered, type Reader } from './reader.ts';
import { unlessAborted } from './time.ts';

/** What a feed is made of. */
export interface FeedOptions {
  readonly connection: Connection;
  readonly reader: Reader;
  readonly log: LogSink;
  readonly outage: Outage;
  readonly filter: ReadFilter;
  readonly batchSize: number;
  /** Milliseconds without anything new after which the head is looked at, in case the server has fallen silent. */
  readonly silenceMs: number;
}

const confirmTimeoutMs = 10_000;
/** How many events one batch looks at when few of them pass. */
const window = 10_000;

interface Open {
  readonly inflow: Inflow;
  /** The log's head as the subscription began: from there on it is live. */
  readonly goal: bigint;
}

/**
 * The log as one follower's batches, out of one subscription of the client at a time: when that breaks, ends or falls
 * silent, the next `read` opens another where the last one got to. Which events the follower wants is decided here and not
 * by the server, which would tell of what it leaves out only now and then: a follower's position must move at once over
 * what it ignores, for others wait for it.
 */
export class Feed implements FollowedLog {
  readonly #options: FeedOptions;
  readonly #silence: NodeJS.Timeout;
  #open: Open | undefined;
  /** The position that was last read up to. */
  #position = 0n;
  /** That position at the last look for silence, and whether there was more then. */
  #seen = 0n;
  #missed = false;
  #isAsking = false;

  constructor(options: FeedOptions) {
    this.#options = options;
    this.#silence = setInterval(() => void this.#listen(), options.silenceMs).unref();
  }

  /** The next batch of what has arrived; waits for it while the head of the beginning is not reached. */
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

  /** Resolves when there is something to be read beyond a position, when the subscription is over, or when aborted. */
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

  /** Ends the subscription with the server. */
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

  /** @throws what the subscription failed with */
  #giveUp(inflow: Inflow): never {
    this.#open = undefined;
    inflow.cancel();
    throw inflow.failure;
  }

  /**
   * A connection that is alive says nothing of the subscription: its node may have been left alone by the cluster. So when
   * nothing came from one look to the next, though the leader has more, the subscription is given up.
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
    // When the head can't be read there is nothing to compare with; the reader has told of it.
    const head = await this.#options.reader.head().catch(() => 0n);
    this.#isAsking = false;
    this.#missed = head > this.#position && open === this.#open;
  }
}

/** Takes what has arrived, as far as it fits; whether nothing waits any more. */
function drain(inflow: Inflow, gathered: Gathered): boolean {
  for (let record = inflow.peek(); record !== undefined; record = inflow.peek()) {
    if (gathered.isFull || gathered.looked >= window || !gathered.take(record)) return false;
    inflow.take();
  }
  return true;
}
