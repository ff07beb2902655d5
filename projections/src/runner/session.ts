import type { Batch, EngineName } from '@pmcw/event-store';
import { backoffMs, pause } from '@pmcw/resilience';
import { reportStep } from '@pmcw/resilience/tracing';
import type { Connections } from '../storage/connections.ts';
import { type Step, takeStep, whyRefused } from './checkpoint.ts';
import { isPassing, PoisonEventError, retryMs } from './failures.ts';
import type { Lease } from './lease.ts';
import type { ProductRecord, ReadModel } from './model.ts';
import type { SharedSteps } from './sharedSteps.ts';

export interface SessionOptions {
  readonly connections: Connections;
  readonly model: ReadModel;
  readonly engine: EngineName;
  readonly lease: Lease;
  readonly position: bigint;
  /** Takes short steps; by default, they are taken alone. */
  readonly shared?: SharedSteps;
  onWritten(events: number, seconds: number): void;
  onRetry(error: unknown): void;
}

/** Another process writes, or a rebuild has swapped the slot. */
export type SessionEnd = 'lease lost' | 'slot changed';

/**
 * Shortest time between checkpoints over ignored events: queries wait for checkpoints, so the first is written at once.
 */
const idleAdvanceMs = 40;
/** With more, models write side by side, each with a connection. */
const mostShared = 16;

/** Writes a slot under one lease, one transaction at a time. */
export class Session {
  readonly #options: SessionOptions;
  readonly #over = new AbortController();
  #position: bigint;
  #ignoredUpTo: bigint;
  #timer: NodeJS.Timeout | undefined;
  #advancedAt = Number.NEGATIVE_INFINITY;
  readonly #leaving = new AbortController();
  #queue: Promise<unknown> = Promise.resolve();

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#position = options.position;
    this.#ignoredUpTo = options.position;
  }

  /** Aborted with a `SessionEnd`, a `PoisonEventError` or another error. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  end(reason: unknown): void {
    clearTimeout(this.#timer);
    this.#leaving.abort();
    this.#over.abort(reason);
  }

  /** Never rejects. */
  async take(batch: Batch<ProductRecord>): Promise<void> {
    if (batch.events.length > 0) {
      await this.#inTurn(() => this.#write(batch.events, batch.position));
      return;
    }
    this.#ignoredUpTo = batch.position;
    if (this.#timer !== undefined) return;
    const waitMs = this.#advancedAt + idleAdvanceMs - performance.now();
    if (waitMs <= 0) this.#advanceNow();
    else this.#timer = setTimeout(() => this.#advanceNow(), waitMs);
  }

  #advanceNow(): void {
    this.#timer = undefined;
    this.#advancedAt = performance.now();
    void this.advance();
  }

  /** Finishes the current write without retries. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#leaving.abort();
    await this.advance();
    this.end('closed');
  }

  advance(): Promise<boolean> {
    return this.#inTurn(() => this.#write([], this.#ignoredUpTo));
  }

  #inTurn(work: () => Promise<boolean>): Promise<boolean> {
    const turn = this.#queue.then(work);
    this.#queue = turn;
    return turn;
  }

  /** Retries until written; false if the session is over. */
  async #write(events: readonly ProductRecord[], to: bigint): Promise<boolean> {
    for (let failures = 1; !this.over.aborted; failures += 1) {
      if (to <= this.#position) return true;
      try {
        return await this.#tryToWrite(events, to);
      } catch (error) {
        if (!isPassing(error)) return this.#isolate(events, to, error);
        if (this.#leaving.signal.aborted) return false;
        this.#options.onRetry(error);
        await pause(backoffMs(failures, retryMs), this.#leaving.signal);
      }
    }
    return false;
  }

  async #tryToWrite(events: readonly ProductRecord[], to: bigint): Promise<boolean> {
    const { connections, model, engine, lease, shared } = this.#options;
    const step: Step = { model, engine, lease, from: this.#position, to };
    const began = performance.now();
    const startedAt = Date.now();
    const isShort = events.length <= mostShared;
    const isTaken = isShort && ((await shared?.take({ ...step, events })) ?? false);
    if (!isTaken && !(await takeStep(connections, step, events))) {
      const reason = await whyRefused(connections, step);
      // A commit whose answer got lost is refused when repeated.
      if (reason !== 'already made') {
        this.end(reason);
        return false;
      }
    }
    this.#position = to;
    // A rebuild is no step of what once caused its events.
    if (lease.slot === model.name) reportStep(events, `project ${model.name}`, startedAt);
    this.#options.onWritten(events.length, (performance.now() - began) / 1000);
    return true;
  }

  /** Halves a failed run to find the failing event, and writes the events before it. */
  async #isolate(events: readonly ProductRecord[], to: bigint, error: unknown): Promise<boolean> {
    const first = events.slice(0, Math.ceil(events.length / 2));
    const last = first.at(-1);
    if (last === undefined || first.length === events.length) {
      this.end(last === undefined ? error : new PoisonEventError(last, error));
      return false;
    }
    return (await this.#write(first, last.position)) && (await this.#write(events.slice(first.length), to));
  }
}
