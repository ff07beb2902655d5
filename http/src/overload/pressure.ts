/** Delays of an overloaded process are kept at this. */
const toleratedMs = 50;
/** Nothing is refused before delays were longer than this for so long, at several looks: a pause is no overload. */
const start = { delayMs: 100, forMs: 300, looks: 2 };
/** Of the sum in 100 ms, and of the level at once; for no delay, or twice the tolerated one. */
const steps = { sum: 0.075, level: 0.3 };
const stepMs = 100;
const mostSteps = 10;
const mostTimes = 4;

const within = (least: number, value: number, most: number) => Math.min(most, Math.max(least, value));

/**
 * How much has to be refused, from how long work waits: 0 is nothing, 1.5 is all requests of the lowest class and half
 * of the next one. A proportional–integral controller, which keeps the delay at the tolerated one while there is too
 * much to do, so that neither the queue grows nor the process idles. Falls from 3 to 0 in four seconds.
 */
export class Pressure {
  readonly #most: number;
  #sum = 0;
  #level = 0;
  #looks = 0;
  #longForMs = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get level(): number {
    return this.#level;
  }

  /** A look at the queue. Looks are late where the process is busy. */
  note(delayMs: number, sinceLastMs: number): void {
    const isLong = delayMs > start.delayMs;
    this.#looks = isLong ? this.#looks + 1 : 0;
    this.#longForMs = isLong ? this.#longForMs + sinceLastMs : 0;
    const isPause = this.#looks < start.looks || this.#longForMs < start.forMs;
    if (this.#sum === 0 && isPause) return;
    const excess = within(-1, delayMs / toleratedMs - 1, mostTimes);
    const change = steps.sum * excess * Math.min(mostSteps, sinceLastMs / stepMs);
    this.#sum = within(0, this.#sum + change, this.#most);
    this.#level = this.#sum === 0 ? 0 : within(0, this.#sum + steps.level * excess, this.#most);
  }
}
