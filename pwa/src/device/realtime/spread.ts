import type { Clock } from '../offline/clock.ts';

/**
 * Runs a task after a random wait. A restarted server gets all clients back at the same moment, and something that
 * reaches all of them makes all of them ask; this spreads their requests.
 */
export class Spread {
  readonly #clock: Clock;
  readonly #task: () => void;
  readonly #mostMs: number;
  #cancel: (() => void) | null = null;

  /** @param mostMs the longest wait */
  constructor(clock: Clock, task: () => void, mostMs = 5_000) {
    this.#clock = clock;
    this.#task = task;
    this.#mostMs = mostMs;
  }

  /** Once, however often it is called before. */
  soon(): void {
    this.#cancel ??= this.#clock.after(this.#clock.random() * this.#mostMs, () => {
      this.#cancel = null;
      this.#task();
    });
  }

  cancel(): void {
    this.#cancel?.();
    this.#cancel = null;
  }
}
