/** Longer queues than this are overload, if they last. */
const toleratedMs = 60;
/** So many looks in a row must find a queue before anything is refused: a pause of the process is no overload. */
const looksForStart = 3;
const mostRise = 0.4;
const fall = 0.15;

/**
 * How much has to be refused, from how long work waits: 0 is nothing, 1.5 is all requests of the lowest class and half
 * of the next one. Rises while work waits for too long, and falls from 3 to 0 in 20 looks.
 */
export class Pressure {
  readonly #most: number;
  #level = 0;
  #looks = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get level(): number {
    return this.#level;
  }

  /** A look at the queue, at regular intervals. */
  note(delayMs: number): void {
    const isLong = delayMs > toleratedMs;
    this.#looks = isLong ? this.#looks + 1 : 0;
    const isRising = isLong && (this.#level > 0 || this.#looks >= looksForStart);
    const step = isRising ? Math.min(mostRise, (0.1 * delayMs) / toleratedMs) : -fall;
    this.#level = Math.min(this.#most, Math.max(0, this.#level + step));
  }
}
