/** How much may be taken: steadily, and at once. */
export interface BucketRate {
  readonly perSecond: number;
  /** Also what it holds at first. */
  readonly burst: number;
}

/** A token bucket. Knows no clock: every call brings the time in milliseconds. */
export class TokenBucket {
  readonly #rate: BucketRate;
  #tokens: number;
  #filledAt: number;

  constructor(rate: BucketRate, now: number) {
    this.#rate = rate;
    this.#tokens = rate.burst;
    this.#filledAt = now;
  }

  /** Takes tokens. Returns 0, or the seconds (at least 1) to wait when there are too few; then it takes none. */
  take(cost: number, now: number): number {
    this.#fill(now);
    if (this.#tokens >= cost) {
      this.#tokens -= cost;
      return 0;
    }
    return Math.max(1, Math.ceil((cost - this.#tokens) / this.#rate.perSecond));
  }

  /** Whether it holds all it can, so that a new one would be the same. */
  isFull(now: number): boolean {
    this.#fill(now);
    return this.#tokens >= this.#rate.burst;
  }

  #fill(now: number): void {
    // A clock that was set back fills nothing, and takes nothing away.
    const seconds = Math.max(0, now - this.#filledAt) / 1000;
    this.#tokens = Math.min(this.#rate.burst, this.#tokens + seconds * this.#rate.perSecond);
    this.#filledAt = now;
  }
}
