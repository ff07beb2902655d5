export interface BucketRate {
  readonly perSecond: number;
  readonly burst: number;
}

/** Tolerates rounding errors, so that no caller waits for them. */
const rounding = 1e-9;

/** Has no clock: every call gets the time in milliseconds. */
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

  /** Returns 0, or the seconds to wait (at least 1) without taking any. */
  take(cost: number, now: number): number {
    const tokens = this.level(now);
    if (tokens >= cost - rounding) {
      this.#tokens = Math.max(0, tokens - cost);
      return 0;
    }
    return Math.max(1, Math.ceil((cost - tokens - rounding) / this.#rate.perSecond));
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
