/** How much may be taken: steadily, and at once. */
export interface BucketRate {
  readonly perSecond: number;
  readonly burst: number;
}

/** What rounding may take from a token; nobody is to wait for that. */
const rounding = 1e-9;

/** A token bucket. Knows no clock: every call brings the time in milliseconds. */
export class TokenBucket {
  readonly #rate: BucketRate;
  #tokens: number;
  #filledAt: number;

  /** @param tokens what it holds at first; all that it can when missing */
  constructor(rate: BucketRate, now: number, tokens: number = rate.burst) {
    this.#rate = rate;
    this.#tokens = tokens;
    this.#filledAt = now;
  }

  /** Takes tokens. Returns 0, or the seconds (at least 1) to wait when there are too few; then it takes none. */
  take(cost: number, now: number): number {
    const tokens = this.level(now);
    if (tokens >= cost - rounding) {
      this.#tokens = Math.max(0, tokens - cost);
      return 0;
    }
    return Math.max(1, Math.ceil((cost - tokens - rounding) / this.#rate.perSecond));
  }

  /** What it holds. */
  level(now: number): number {
    // A clock that was set back fills nothing, and takes nothing away.
    const seconds = Math.max(0, now - this.#filledAt) / 1000;
    this.#tokens = Math.min(this.#rate.burst, this.#tokens + seconds * this.#rate.perSecond);
    this.#filledAt = now;
    return this.#tokens;
  }

  /** Whether it holds all it can, so that a new one would be the same. */
  isFull(now: number): boolean {
    return this.level(now) >= this.#rate.burst;
  }
}
