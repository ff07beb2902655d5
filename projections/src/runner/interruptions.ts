const tellEveryMs = 60_000;

/** Reports a repeated failure at its start, then once a minute. */
export class Interruptions {
  readonly #tell: (error: unknown, times: number) => void;
  #times = 0;
  #toldUntil = Number.NEGATIVE_INFINITY;

  constructor(tell: (error: unknown, times: number) => void) {
    this.#tell = tell;
  }

  happened(error: unknown): void {
    this.#times += 1;
    const now = performance.now();
    if (now < this.#toldUntil) return;
    this.#toldUntil = now + tellEveryMs;
    const times = this.#times;
    this.#times = 0;
    this.#tell(error, times);
  }
}
