const reportEveryMs = 60_000;

/** Reports a repeated failure at its start, then once a minute. */
export class Interruptions {
  readonly #report: (error: unknown, times: number) => void;
  #times = 0;
  #quietUntil = Number.NEGATIVE_INFINITY;

  constructor(report: (error: unknown, times: number) => void) {
    this.#report = report;
  }

  happened(error: unknown): void {
    this.#times += 1;
    const now = performance.now();
    if (now < this.#quietUntil) return;
    this.#quietUntil = now + reportEveryMs;
    const times = this.#times;
    this.#times = 0;
    this.#report(error, times);
  }
}
