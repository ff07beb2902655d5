import { ProblemError, texts } from '@pmcw/contracts';

/** How much may go on at once. */
export interface TurnsOptions {
  readonly atOnce: number;
  /** How many may wait for their turn. */
  readonly waiting: number;
  /** Longest wait, in milliseconds. */
  readonly waitMs: number;
}

/** When to try again, in seconds. */
const retryAfter = 2;

const busy = () => new ProblemError('unavailable', texts.refusals.busy, { retryAfter });

/** Turns for work that takes time: first come, first served, and no crowd that waits for ever. */
export class Turns {
  readonly #options: TurnsOptions;
  #waiting: (() => void)[] = [];
  #running = 0;

  constructor(options: TurnsOptions) {
    this.#options = options;
  }

  /** Does the work when its turn has come. @throws ProblemError `unavailable` when too many wait, or it does not come in time */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#options.atOnce) this.#running += 1;
    else await this.#turn();
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }

  /** Resolves when somebody hands their place over. */
  #turn(): Promise<void> {
    if (this.#waiting.length >= this.#options.waiting) return Promise.reject(busy());
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting = this.#waiting.filter((other) => other !== grant);
        reject(busy());
      }, this.#options.waitMs);
      const grant = () => {
        clearTimeout(timer);
        resolve();
      };
      this.#waiting.push(grant);
    });
  }
}
