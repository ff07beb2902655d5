import { setTimeout as delay } from 'node:timers/promises';
import { status } from '@grpc/grpc-js';
import { consumerTooSlow, RpcError } from './rpcErrors.ts';

/** The kinds of calls that faults tell apart; both ways of appending are `append`. */
export type CallKind = 'append' | 'read' | 'subscribe' | 'gossip' | 'features';

/** A status to refuse calls with. */
export interface Refusal {
  /** How many calls are refused (default 1). */
  readonly times?: number;
  /** Default UNAVAILABLE. */
  readonly code?: status;
  readonly details?: string;
}

/**
 * What happens to one append. `swallow`: it is written and not answered. `time-out`: it is written and answered as timed
 * out. `not-ready`: it is not written, and answered so.
 */
export type AppendOutcome = 'normal' | 'swallow' | 'time-out' | 'not-ready';

/** What a test does to a server. Nothing is set at first; each method sets one thing. */
export class Faults {
  readonly #refusals = new Map<CallKind, { left: number; readonly error: RpcError }>();
  readonly #delays = new Map<CallKind, number>();
  readonly #gates = new Map<CallKind, Promise<void>>();
  readonly #subscriptions = new Set<(error: RpcError) => void>();
  readonly #outcomes: AppendOutcome[] = [];
  readonly #cutAfter: number[] = [];
  readonly #cutConnections: () => void;

  constructor(cutConnections: () => void) {
    this.#cutConnections = cutConnections;
  }

  /** Breaks every connection now, without a goodbye; new ones are accepted. */
  cutConnections(): void {
    this.#cutConnections();
  }

  /**
   * Breaks every connection when subscriptions have been sent so many more events; said twice, it happens twice. The
   * client may have handed on fewer of them by then.
   */
  cutAfterEvents(events: number): void {
    this.#cutAfter.push(events);
  }

  /** Ends every subscription now, as 23.10 drops those that do not keep up; the connections stay. */
  endSubscriptions(): void {
    for (const end of [...this.#subscriptions]) end(consumerTooSlow());
  }

  /**
   * Refuses the next calls of a kind with a status, before they do anything. On the batch way of appending that ends the
   * call, and with it every append that waits for its answer.
   */
  refuse(kind: CallKind, refusal: Refusal = {}): void {
    const { times = 1, code = status.UNAVAILABLE, details = 'Server Is Not Ready' } = refusal;
    this.#refusals.set(kind, { left: times, error: new RpcError(code, details) });
  }

  /** What happens to the next appends, one after the other; after them all is normal again. */
  nextAppends(...outcomes: readonly AppendOutcome[]): void {
    this.#outcomes.push(...outcomes);
  }

  /** Waits before each answer of a kind (before the first message of a read); 0 ends that. */
  delayAnswers(kind: CallKind, milliseconds: number): void {
    this.#delays.set(kind, milliseconds);
  }

  /** Holds the answers of a kind back. @returns lets them go, and those that come later */
  holdAnswers(kind: CallKind): () => void {
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    this.#gates.set(kind, gate);
    return open;
  }

  /** For the server, before a call does anything. @throws RpcError when it is to be refused */
  check(kind: CallKind): void {
    const refusal = this.#refusals.get(kind);
    if (refusal === undefined || refusal.left === 0) return;
    refusal.left -= 1;
    throw refusal.error;
  }

  /** For the server, before an answer. */
  async beforeAnswer(kind: CallKind): Promise<void> {
    const milliseconds = this.#delays.get(kind) ?? 0;
    if (milliseconds > 0) await delay(milliseconds, undefined, { ref: false });
    await this.#gates.get(kind);
  }

  /** For the server, before an append. */
  nextAppend(): AppendOutcome {
    return this.#outcomes.shift() ?? 'normal';
  }

  /** For the server, when a subscription begins. @returns to be called when it is over */
  subscriptionBegins(end: (error: RpcError) => void): () => void {
    this.#subscriptions.add(end);
    return () => this.#subscriptions.delete(end);
  }

  /** For the server, after each event of a subscription. @returns whether the connections are to be cut now */
  cutsAfterThis(): boolean {
    const [left] = this.#cutAfter;
    if (left === undefined) return false;
    this.#cutAfter[0] = left - 1;
    if (left > 1) return false;
    this.#cutAfter.shift();
    return true;
  }
}
