import { type BucketRate, TokenBucket } from './tokenBucket.ts';

export interface RatesOptions {
  /** Keys with their own bucket; further ones share one (default 100,000: some 20 MB). */
  readonly mostKeys?: number;
  /** Monotonic milliseconds. */
  readonly clock?: () => number;
}

/** From this size on, full buckets are removed. */
const fewKeys = 1_000;
const sweepEveryMs = 1_000;

/**
 * Token buckets by key, in memory. Full buckets are removed. With too many active keys, as in an attack from very many
 * addresses, new ones share a bucket. Removal gains nothing: a new bucket starts with no more than the shared one has.
 */
export class Rates<Key> {
  readonly #rate: BucketRate;
  readonly #mostKeys: number;
  readonly #clock: () => number;
  readonly #buckets = new Map<Key, TokenBucket>();
  readonly #newcomers: TokenBucket;
  #sweepAt: number;
  #sweptAt: number;

  constructor(rate: BucketRate, options: RatesOptions = {}) {
    const { mostKeys = 100_000, clock = () => performance.now() } = options;
    this.#rate = rate;
    this.#mostKeys = mostKeys;
    this.#clock = clock;
    this.#newcomers = new TokenBucket(rate, clock());
    this.#sweepAt = Math.min(fewKeys, mostKeys);
    this.#sweptAt = Number.NEGATIVE_INFINITY;
  }

  get size(): number {
    return this.#buckets.size;
  }

  /**
   * Returns the seconds to wait without taking any, or 0.
   * @param leaving tokens that must remain, for callers that matter more
   */
  take(key: Key, cost = 1, leaving = 0): number {
    const now = this.#clock();
    return this.#bucketOf(key, now).take(cost, now, leaving);
  }

  #bucketOf(key: Key, now: number): TokenBucket {
    const own = this.#buckets.get(key);
    if (own !== undefined) return own;
    if (this.#buckets.size >= this.#sweepAt) this.#sweep(now);
    if (this.#buckets.size >= this.#mostKeys) return this.#newcomers;
    const fresh = new TokenBucket(this.#rate, now, this.#newcomers.level(now));
    this.#buckets.set(key, fresh);
    return fresh;
  }

  #sweep(now: number): void {
    if (Math.abs(now - this.#sweptAt) < sweepEveryMs) return;
    this.#sweptAt = now;
    for (const [key, bucket] of this.#buckets) if (bucket.isFull(now)) this.#buckets.delete(key);
    this.#sweepAt = Math.min(this.#mostKeys, Math.max(fewKeys, 2 * this.#buckets.size));
  }
}
