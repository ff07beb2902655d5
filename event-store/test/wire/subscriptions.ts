import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import type streams from '@eventstore/db-client/generated/streams_pb.js';
import { type Metadata, status } from '@grpc/grpc-js';
import { type Filter, filterOf, pageSize } from './filters.ts';
import { caughtUpMessage, checkpointMessage, confirmationMessage, eventMessage } from './messages.ts';
import { checkLeaderForRead, type WireNode } from './node.ts';
import type { Outlet } from './outlet.ts';
import { at, beforeStart, isBefore, later, type Position, unsigned } from './position.ts';
import { startOf } from './reads.ts';
import type { WireRecord } from './records.ts';
import { consumerTooSlow, RpcError } from './rpcErrors.ts';
import { isHidden } from './systemEvents.ts';

export interface SubscriptionRequest {
  readonly options: streams.ReadReq.Options;
  readonly metadata: Metadata;
}

/** Live events that may wait for a slow client, and milliseconds without progress until it counts as slow. */
const patience = { events: 2 * pageSize, milliseconds: 100 };

/** Follows the whole log after a position: by page to its end, then live, until the client disconnects. */
export async function subscribeToAll(
  node: WireNode,
  request: SubscriptionRequest,
  outlet: Outlet,
): Promise<void> {
  const subscription = new AllSubscription(node, request, outlet);
  const isOver = node.faults.subscriptionBegins((error) => outlet.fail(error));
  await subscription.run().finally(isOver);
}

class AllSubscription {
  readonly #node: WireNode;
  readonly #metadata: Metadata;
  readonly #outlet: Outlet;
  readonly #filter: Filter | undefined;
  readonly #start: Position | 'start' | 'end';
  /** The last event or checkpoint sent. */
  #sent = beforeStart;
  /** The last checkpoint sent. */
  #checkpoint = beforeStart;
  /** Index of the next event to scan. */
  #next = 0;
  /** Events scanned since the last checkpoint. */
  #looked = 0;

  constructor(node: WireNode, { options, metadata }: SubscriptionRequest, outlet: Outlet) {
    this.#node = node;
    this.#metadata = metadata;
    this.#outlet = outlet;
    this.#filter = filterOf(options);
    const position = startOf(options);
    this.#start = options.getAll()?.hasStart() ? 'start' : position;
  }

  async run(): Promise<void> {
    const appended = new EventEmitter();
    const stop = this.#node.log.onAppended(() => appended.emit('more'));
    try {
      if (this.#node.release === '23.10') await this.#begin2310();
      else await this.#begin2410();
      for (;;) {
        if (this.#pending() === 0) await once(appended, 'more', { signal: this.#outlet.gone });
        await this.#live();
      }
    } finally {
      stop();
    }
  }

  // Looks up the event at the position, and continues after it. After the end of the log, all new events are sent.
  async #begin2310(): Promise<void> {
    const { log } = this.#node;
    if (this.#start === 'end') {
      this.#next = log.records.length;
      await this.#outlet.send(confirmationMessage(randomUUID()));
      return this.#outlet.send(caughtUpMessage());
    }
    let from: Position = { commit: 0n, prepare: 0n };
    if (this.#start !== 'start' && isBefore(from, this.#start)) {
      if (!this.#isReadable(this.#start)) throw new Error('No record starts there');
      this.#next = Math.min(log.indexAt(this.#start.commit) + 1, log.records.length);
      from = this.#next === 0 ? this.#start : this.#pageStart();
    }
    checkLeaderForRead(this.#node, this.#metadata);
    await this.#outlet.send(confirmationMessage(randomUUID()));
    await this.#catchUp(from);
  }

  // The position counts as sent: what is not after it is left out, now and later.
  async #begin2410(): Promise<void> {
    const { log } = this.#node;
    await this.#outlet.send(confirmationMessage(randomUUID()));
    if (this.#start === 'end') this.#sent = at(log.lastPosition);
    else if (this.#start !== 'start') this.#sent = this.#start;
    this.#next = log.indexAt(this.#sent.commit);
    if (!isBefore(this.#sent, at(log.lastPosition))) {
      this.#next = log.records.length;
      return this.#outlet.send(caughtUpMessage());
    }
    checkLeaderForRead(this.#node, this.#metadata);
    const from = later(this.#sent, at(0n));
    if (!this.#isReadable(from)) {
      throw new RpcError(status.INVALID_ARGUMENT, 'Trying to read from an invalid position.');
    }
    await this.#catchUp(from);
  }

  async #catchUp(from: Position): Promise<void> {
    let pageStart = from;
    this.#looked = 0;
    while (await this.#page()) {
      await this.#checkpointAfterPage(pageStart);
      pageStart = this.#pageStart();
    }
    if (this.#node.release === '24.10') {
      await this.#sendCheckpoint(this.#sent);
      this.#looked = 0;
    }
    await this.#outlet.send(caughtUpMessage());
  }

  /** Sends one page. @returns whether there are more */
  async #page(): Promise<boolean> {
    const window = this.#filter?.searchWindow ?? Number.POSITIVE_INFINITY;
    let found = 0;
    for (let looked = 0; found < pageSize && looked < window; looked += 1) {
      const record = this.#node.log.records[this.#next];
      if (record === undefined) return false;
      this.#next += 1;
      this.#looked += 1;
      if (await this.#sendIfWanted(record)) found += 1;
    }
    return true;
  }

  // The start of the page, unless one of its events was sent; so does the real server, although it has scanned further.
  async #checkpointAfterPage(pageStart: Position): Promise<void> {
    if (this.#filter === undefined || this.#looked < this.#filter.checkpointInterval) return;
    this.#looked %= this.#filter.checkpointInterval;
    this.#sent = later(this.#sent, pageStart);
    await this.#sendCheckpoint(this.#sent);
  }

  async #live(): Promise<void> {
    this.#outlet.takeSlowest();
    for (const record of this.#node.log.records.slice(this.#next)) {
      this.#next += 1;
      await this.#sendIfWanted(record);
      await this.#checkpointAfterEvent(record);
      if (this.#outlet.takeSlowest() > patience.milliseconds && this.#pending() > patience.events) {
        return this.#fallBehind();
      }
    }
  }

  async #checkpointAfterEvent(record: WireRecord): Promise<void> {
    this.#looked += 1;
    if (this.#filter === undefined || this.#looked < this.#filter.checkpointInterval) return;
    this.#looked = 0;
    if (this.#node.release === '24.10' && isBefore(at(record.position), this.#sent)) return;
    this.#sent = at(record.position);
    await this.#sendCheckpoint(this.#sent);
  }

  async #fallBehind(): Promise<void> {
    if (this.#node.release === '23.10') {
      throw consumerTooSlow();
    }
    await this.#sendCheckpoint(this.#sent);
    await this.#catchUp(this.#sent);
  }

  /** Sends the event unless it was sent before. @returns whether the filter passes it */
  async #sendIfWanted(record: WireRecord): Promise<boolean> {
    if (isHidden(record) || this.#filter?.passes(record) === false) return false;
    const position = at(record.position);
    if (!isBefore(this.#sent, position)) return true;
    await this.#outlet.send(eventMessage(record));
    this.#sent = position;
    if (this.#node.faults.cutsAfterThis()) await this.#cut();
    return true;
  }

  async #cut(): Promise<void> {
    await this.#outlet.flush();
    this.#node.faults.cutConnections();
    if (!this.#outlet.gone.aborted) await once(this.#outlet.gone, 'abort');
    this.#outlet.gone.throwIfAborted();
  }

  // 24.10 only sends increasing ones. Before any event or checkpoint, it sends the greatest 64-bit number.
  async #sendCheckpoint(checkpoint: Position): Promise<void> {
    if (this.#filter === undefined) return;
    const sent = unsigned(checkpoint);
    if (this.#node.release === '24.10' && !isBefore(this.#checkpoint, sent)) return;
    this.#checkpoint = sent;
    await this.#outlet.send(checkpointMessage(sent));
  }

  #isReadable(position: Position): boolean {
    return position.commit > this.#node.log.lastPosition || this.#node.log.isBoundary(position.commit);
  }

  #pageStart(): Position {
    const { records, end } = this.#node.log;
    return { commit: records[this.#next]?.position ?? end, prepare: 0n };
  }

  #pending(): number {
    return this.#node.log.records.length - this.#next;
  }
}
