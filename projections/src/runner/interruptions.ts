/** How often it is told, in milliseconds, while it goes on. */
const tellEveryMs = 60_000;

/** What happens again and again while something is away: told when it begins, and then once a minute at most. */
export class Interruptions {
  readonly #tell: (error: unknown, times: number) => void;
  #times = 0;
  /** A time of `performance.now()`. */
  #toldUntil = Number.NEGATIVE_INFINITY;

  /** @param tell gets the latest, and how many there were since it was last called, that one included */
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
