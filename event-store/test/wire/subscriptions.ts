import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import type streams from '@eventstore/db-client/generated/streams_pb.js';
import { type Filter, filterOf, pageSize } from './filters.ts';
import type { LogRecord, WireLog } from './log.ts';
import { caughtUpMessage, checkpointMessage, confirmationMessage, eventMessage } from './messages.ts';
import type { Outlet } from './outlet.ts';

/** Follows the whole log from after a position: page by page to its end, then live, until the client is gone. */
export async function subscribeToAll(
  log: WireLog,
  options: streams.ReadReq.Options,
  outlet: Outlet,
  onEventSent: () => void,
): Promise<void> {
  const subscription = new AllSubscription(
    log,
    filterOf(options),
    outlet,
    startOf(log, options),
    onEventSent,
  );
  await subscription.run();
}

/** Position of the last event that the client does not want; -1 for all of them. */
function startOf(log: WireLog, options: streams.ReadReq.Options): bigint {
  const from = options.getAll();
  if (from?.hasEnd()) return log.lastPosition;
  const position = from?.getPosition();
  return position === undefined ? -1n : BigInt(position.getCommitPosition());
}

class AllSubscription {
  readonly #log: WireLog;
  readonly #filter: Filter | undefined;
  readonly #outlet: Outlet;
  readonly #onEventSent: () => void;
  /** Position of the last event or checkpoint that was sent. */
  #sent: bigint;
  /** Index of the next event to look at. */
  #next: number;
  /** Events looked at since the last checkpoint. */
  #looked = 0;

  constructor(
    log: WireLog,
    filter: Filter | undefined,
    outlet: Outlet,
    after: bigint,
    onEventSent: () => void,
  ) {
    this.#log = log;
    this.#filter = filter;
    this.#outlet = outlet;
    this.#onEventSent = onEventSent;
    this.#sent = after;
    this.#next = log.indexAt(after + 1n);
  }

  async run(): Promise<void> {
    const appended = new EventEmitter();
    const stop = this.#log.onAppended(() => appended.emit('more'));
    try {
      await this.#outlet.send(confirmationMessage(randomUUID()));
      if (this.#sent >= this.#log.lastPosition) await this.#outlet.send(caughtUpMessage());
      else await this.#catchUp();
      for (;;) {
        if (this.#pending() === 0) await once(appended, 'more', { signal: this.#outlet.gone });
        await this.#goOn();
      }
    } finally {
      stop();
    }
  }

  /** One live event after the other; a reader that has fallen too far behind catches up by pages again. */
  async #goOn(): Promise<void> {
    if (this.#pending() > pageSize) {
      await this.#sendCheckpoint();
      return this.#catchUp();
    }
    for (const record of this.#log.records.slice(this.#next)) {
      this.#next += 1;
      await this.#sendIfWanted(record);
      this.#looked += 1;
      if (this.#filter !== undefined && this.#looked >= this.#filter.checkpointInterval) {
        this.#sent = record.position;
        await this.#sendCheckpoint();
        this.#looked = 0;
      }
    }
  }

  async #catchUp(): Promise<void> {
    this.#looked = 0;
    while (await this.#page());
    if (this.#filter !== undefined) await this.#sendCheckpoint();
    this.#looked = 0;
    await this.#outlet.send(caughtUpMessage());
  }

  /** Sends one page. @returns whether the log goes on after it */
  async #page(): Promise<boolean> {
    const window = this.#filter?.searchWindow ?? Number.POSITIVE_INFINITY;
    let found = 0;
    let looked = 0;
    while (found < pageSize && looked < window) {
      const record = this.#log.records[this.#next];
      if (record === undefined) return false;
      this.#next += 1;
      looked += 1;
      if (await this.#sendIfWanted(record)) found += 1;
    }
    this.#looked += looked;
    await this.#checkpointWhenDue();
    return true;
  }

  async #checkpointWhenDue(): Promise<void> {
    if (this.#filter === undefined || this.#looked < this.#filter.checkpointInterval) return;
    this.#looked %= this.#filter.checkpointInterval;
    this.#sent = this.#log.records[this.#next - 1]?.position ?? this.#sent;
    await this.#sendCheckpoint();
  }

  async #sendIfWanted(record: LogRecord): Promise<boolean> {
    if (this.#filter !== undefined && !this.#filter.passes(record)) return false;
    await this.#outlet.send(eventMessage(record));
    this.#sent = record.position;
    this.#onEventSent();
    return true;
  }

  async #sendCheckpoint(): Promise<void> {
    if (this.#filter !== undefined) await this.#outlet.send(checkpointMessage(this.#sent));
  }

  #pending(): number {
    return this.#log.records.length - this.#next;
  }
}
