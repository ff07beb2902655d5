/** Delays of an overloaded process are kept at this. */
const toleratedMs = 50;
/** Nothing is refused before so many looks in a row found more than this: a pause of the process is no overload. */
const start = { delayMs: 100, looks: 3 };
/** Of the sum, at each look, and of the level at once; for no delay, or twice the tolerated one. */
const steps = { sum: 0.15, level: 0.3 };
const mostTimes = 1.5;

const within = (least: number, value: number, most: number) => Math.min(most, Math.max(least, value));

/**
 * How much has to be refused, from how long work waits: 0 is nothing, 1.5 is all requests of the lowest class and half
 * of the next one. A proportional–integral controller, which keeps the delay at the tolerated one while there is too
 * much to do, so that neither the queue grows nor the process idles. Falls from 3 to 0 in 20 looks.
 */
export class Pressure {
  readonly #most: number;
  #sum = 0;
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
    const excess = within(-1, delayMs / toleratedMs - 1, mostTimes);
    this.#looks = delayMs > start.delayMs ? this.#looks + 1 : 0;
    if (this.#sum === 0 && this.#looks < start.looks) return;
    this.#sum = within(0, this.#sum + steps.sum * excess, this.#most);
    this.#level = this.#sum === 0 ? 0 : within(0, this.#sum + steps.level * excess, this.#most);
  }
}
