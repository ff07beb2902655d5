import { ProblemError, texts } from '@pmcw/contracts';

export interface TurnsOptions {
  readonly atOnce: number;
  readonly waiting: number;
  readonly waitMs: number;
}

const retryAfter = 2;

const busy = () => new ProblemError('unavailable', texts.refusals.busy, { retryAfter });

export class Turns {
  readonly #options: TurnsOptions;
  #waiting: (() => void)[] = [];
  #running = 0;

  constructor(options: TurnsOptions) {
    this.#options = options;
  }

  /** @throws ProblemError `unavailable` when too many wait, or the wait is too long */
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
