export interface BucketRate {
  readonly perSecond: number;
  readonly burst: number;
}

const rounding = 1e-9;

/** Has no clock: calls pass milliseconds. */
export class TokenBucket {
  readonly #rate: BucketRate;
  #tokens: number;
  #filledAt: number;

  /** @param tokens initial content; full by default */
  constructor(rate: BucketRate, now: number, tokens: number = rate.burst) {
    this.#rate = rate;
    this.#tokens = tokens;
    this.#filledAt = now;
  }

  /**
   * Returns the seconds to wait without taking any, or 0.
   * @param leaving tokens that must remain
   */
  take(cost: number, now: number, leaving = 0): number {
    const tokens = this.level(now);
    if (tokens >= cost + leaving - rounding) {
      this.#tokens = Math.max(0, tokens - cost);
      return 0;
    }
    return Math.max(1, Math.ceil((cost + leaving - tokens - rounding) / this.#rate.perSecond));
  }

  level(now: number): number {
    // A clock that was set back changes nothing.
    const seconds = Math.max(0, now - this.#filledAt) / 1000;
    this.#tokens = Math.min(this.#rate.burst, this.#tokens + seconds * this.#rate.perSecond);
    this.#filledAt = now;
    return this.#tokens;
  }

  isFull(now: number): boolean {
    return this.level(now) >= this.#rate.burst;
  }
}
