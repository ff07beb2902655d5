import { setTimeout as delay } from 'node:timers/promises';
import { status } from '@grpc/grpc-js';
import { RpcError } from './rpcErrors.ts';

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

/** What a test does to a server. Nothing is set at first; each method sets one thing. */
export class Faults {
  readonly #refusals = new Map<CallKind, { left: number; error: RpcError }>();
  readonly #delays = new Map<CallKind, number>();
  readonly #cutAfter: number[] = [];
  readonly #cutConnections: () => void;
  #swallowed = 0;

  constructor(cutConnections: () => void) {
    this.#cutConnections = cutConnections;
  }

  /** Breaks every connection now, without a goodbye; new ones are accepted. */
  cutConnections(): void {
    this.#cutConnections();
  }

  /** Breaks the connections when a subscription has been sent `events` more; the next one that sends, or one that begins. */
  cutSubscriptionAfter(events: number): void {
    this.#cutAfter.push(events);
  }

  /** Refuses the next calls of a kind with a status, before they do anything. */
  refuse(kind: CallKind, refusal: Refusal = {}): void {
    const { times = 1, code = status.UNAVAILABLE, details = 'Server Is Not Ready' } = refusal;
    this.#refusals.set(kind, { left: times, error: new RpcError(code, details) });
  }

  /** Swallows the answers of the next appends, which are written all the same. */
  swallowAppendAnswers(times = 1): void {
    this.#swallowed += times;
  }

  /** Waits before each answer of a kind; 0 ends that. */
  delayAnswers(kind: CallKind, milliseconds: number): void {
    this.#delays.set(kind, milliseconds);
  }

  /** Called by the server before a call does anything. @throws RpcError when it is to be refused */
  check(kind: CallKind): void {
    const refusal = this.#refusals.get(kind);
    if (refusal === undefined || refusal.left === 0) return;
    refusal.left -= 1;
    throw refusal.error;
  }

  /** Called by the server before an answer. */
  async beforeAnswer(kind: CallKind): Promise<void> {
    const milliseconds = this.#delays.get(kind) ?? 0;
    if (milliseconds > 0) await delay(milliseconds);
  }

  /** Called by the server when an append has its answer. @returns whether to keep silent */
  swallowsAnswer(): boolean {
    if (this.#swallowed === 0) return false;
    this.#swallowed -= 1;
    return true;
  }

  /** Called by the server after each event of a subscription. */
  eventSent(): void {
    const left = this.#cutAfter[0];
    if (left === undefined) return;
    if (left > 1) {
      this.#cutAfter[0] = left - 1;
      return;
    }
    this.#cutAfter.shift();
    this.#cutConnections();
  }
}
