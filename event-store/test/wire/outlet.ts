import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type streams from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerWritableStream } from '@grpc/grpc-js';
import { asRpcError } from './rpcErrors.ts';

/** A call with a stream of answers. */
export type ReadCall = ServerWritableStream<streams.ReadReq, streams.ReadResp>;

/** Sends answers of a read: waits while the client does not take them, ends when the client disconnects. */
export class Outlet {
  readonly #call: ReadCall;
  readonly #onEvent: () => void;
  readonly #gone = new AbortController();
  #slowest = 0;

  constructor(call: ReadCall, onEvent: () => void) {
    this.#call = call;
    this.#onEvent = onEvent;
    for (const event of ['cancelled', 'close', 'error']) call.once(event, () => this.#gone.abort());
  }

  /** Aborted when the client disconnects or the call ends. */
  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  /** Longest time in milliseconds that a message has waited for the client since the last call. */
  takeSlowest(): number {
    const slowest = this.#slowest;
    this.#slowest = 0;
    return slowest;
  }

  /** Resolves when the next message may be sent. @throws AbortError if the client disconnects */
  async send(message: streams.ReadResp): Promise<void> {
    this.gone.throwIfAborted();
    if (message.hasEvent()) this.#onEvent();
    if (this.#call.write(message)) return;
    const since = performance.now();
    await once(this.#call, 'drain', { signal: this.gone });
    this.#slowest = Math.max(this.#slowest, performance.now() - since);
  }

  /** Resolves when all messages have left this process. */
  async flush(): Promise<void> {
    while (this.#call.writableLength > 0) await nextTurn(undefined, { signal: this.gone });
    await nextTurn();
  }

  /** Ends the call with the result of the work. */
  async finish(work: Promise<void>): Promise<void> {
    try {
      await work;
      this.#call.end();
    } catch (error) {
      if (!this.gone.aborted) this.fail(error);
    }
  }

  fail(error: unknown): void {
    this.#call.emit('error', asRpcError(error));
  }
}
