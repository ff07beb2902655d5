import { setTimeout as delay } from 'node:timers/promises';
import { status } from '@grpc/grpc-js';
import { consumerTooSlow, RpcError } from './rpcErrors.ts';

/** Kinds of calls for faults; both ways of appending are `append`. */
export type CallKind = 'append' | 'read' | 'subscribe' | 'gossip' | 'features';

/** A status to refuse calls with. */
export interface Refusal {
  /** Number of calls (default 1). */
  readonly times?: number;
  /** Default UNAVAILABLE. */
  readonly code?: status;
  readonly details?: string;
}

/**
 * Result of one append. `swallow`: written and not answered. `time-out`: written and answered as timed out.
 * `not-ready`: not written, and answered so.
 */
export type AppendOutcome = 'normal' | 'swallow' | 'time-out' | 'not-ready';

/** Faults that tests set; none at first. */
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

  /** Breaks all connections abruptly; new ones are accepted. */
  cutConnections(): void {
    this.#cutConnections();
  }

  /**
   * Breaks all connections after a number of further events on subscriptions; can be set repeatedly. The client may
   * have delivered fewer by then.
   */
  cutAfterEvents(events: number): void {
    this.#cutAfter.push(events);
  }

  /** Ends all subscriptions, as 23.10 drops slow ones; connections stay. */
  endSubscriptions(): void {
    for (const end of [...this.#subscriptions]) end(consumerTooSlow());
  }

  /**
   * Refuses the next calls of a kind before they do anything. For batch appends, this ends the call and all pending
   * appends.
   */
  refuse(kind: CallKind, refusal: Refusal = {}): void {
    const { times = 1, code = status.UNAVAILABLE, details = 'Server Is Not Ready' } = refusal;
    this.#refusals.set(kind, { left: times, error: new RpcError(code, details) });
  }

  /** Results of the next appends; later ones are normal. */
  nextAppends(...outcomes: readonly AppendOutcome[]): void {
    this.#outcomes.push(...outcomes);
  }

  /** Delays each answer of a kind (the first message of a read); 0 ends that. */
  delayAnswers(kind: CallKind, milliseconds: number): void {
    this.#delays.set(kind, milliseconds);
  }

  /** Holds answers of a kind back. @returns releases them and all later ones */
  holdAnswers(kind: CallKind): () => void {
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    this.#gates.set(kind, gate);
    return open;
  }

  /** For the server, before a call. @throws RpcError to refuse it */
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

  /** For the server, at the start of a subscription. @returns to be called at its end */
  subscriptionBegins(end: (error: RpcError) => void): () => void {
    this.#subscriptions.add(end);
    return () => this.#subscriptions.delete(end);
  }

  /** For the server, after each event of a subscription. @returns whether to break the connections now */
  cutsAfterThis(): boolean {
    const [left] = this.#cutAfter;
    if (left === undefined) return false;
    this.#cutAfter[0] = left - 1;
    if (left > 1) return false;
    this.#cutAfter.shift();
    return true;
  }
}
