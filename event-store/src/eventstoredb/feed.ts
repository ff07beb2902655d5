import type { EventFeed } from '../engine/eventFeed.ts';
import { unlessAborted } from '../engine/unlessAborted.ts';
import { LogUnavailableError } from '../errors.ts';
import type { Batch, ReadFilter, StoredEvent } from '../port.ts';
import type { Connection } from './connection.ts';
import { Inflow } from './inflow.ts';
import { Gathered, type Reader } from './reader.ts';

export interface FeedOptions {
  readonly connection: Connection;
  readonly reader: Reader;
  readonly filter: ReadFilter;
  readonly pageSize: number;
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
 * Opens another subscription when one fails or falls silent. Filters here, because the server reports skipped events
 * too rarely.
 */
export class Feed implements EventFeed {
  readonly #options: FeedOptions;
  readonly #silence: NodeJS.Timeout;
  readonly #closing = new AbortController();
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

  async read(after: bigint): Promise<Batch<StoredEvent>> {
    this.#position = after;
    const { inflow, goal } = this.#open ?? (await this.#begin(after));
    const { filter, pageSize } = this.#options;
    const gathered = new Gathered(after, filter, pageSize);
    while (!this.#closing.signal.aborted) {
      const isDrained = drain(inflow, gathered);
      const { position } = gathered;
      this.#position = position;
      if (position === after && inflow.failure !== undefined) this.#giveUp(inflow);
      if (position > after) inflow.wake();
      if (position > after || position >= goal) return gathered.batch(isDrained && position >= goal);
      await inflow.arrival(this.#closing.signal);
    }
    return gathered.batch(false);
  }

  async beyond(position: bigint, signal: AbortSignal): Promise<void> {
    const inflow = this.#open?.inflow;
    if (inflow === undefined) return;
    while (!signal.aborted && inflow.failure === undefined) {
      // Another reader may have taken it.
      if (this.#position > position || inflow.peek() !== undefined) return;
      await inflow.arrival(signal);
    }
  }

  close(): void {
    this.#closing.abort();
    clearInterval(this.#silence);
    this.#open?.inflow.cancel();
    this.#open = undefined;
  }

  async #begin(after: bigint): Promise<Open> {
    const { connection, reader, pageSize } = this.#options;
    const { signal } = this.#closing;
    const goal = await unlessAborted(signal, () => reader.head());
    const open = { inflow: new Inflow(), goal };
    const { inflow } = open;
    this.#open = open;
    connection
      .run((client) => inflow.run(client, after, pageSize))
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
