import { type BucketRate, TokenBucket } from './tokenBucket.ts';

/** What `Rates` may be told. */
export interface RatesOptions {
  /** Most keys that are counted apart; beyond it newcomers share one count (default 100,000: some 20 MB). */
  readonly mostKeys?: number;
  /** Milliseconds that never go back; for tests. */
  readonly clock?: () => number;
}

/** From so many keys on, those that rest are looked for. */
const fewKeys = 1_000;
/** All keys are looked through at most this often. */
const sweepEveryMs = 1_000;

/**
 * A token bucket per key (a member, an address), in the memory of this process. A bucket that is full again is
 * forgotten, so only those of the last moments are kept. Should more keys than fit be busy at once, as in an attack
 * from very many addresses, newcomers take from one bucket together until there is room: memory is bounded, and no key
 * gets more than its rate for having been forgotten, because a new bucket holds no more than the common one.
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

  /** Keys that are counted apart now. */
  get size(): number {
    return this.#buckets.size;
  }

  /** Counts something done under a key: 0 when it may be done, else the whole seconds to wait, at least 1. */
  take(key: Key, cost = 1): number {
    const now = this.#clock();
    return this.#bucketOf(key, now).take(cost, now);
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

  /** Forgets the buckets that are full. Looks again when there are twice as many as it left. */
  #sweep(now: number): void {
    if (Math.abs(now - this.#sweptAt) < sweepEveryMs) return;
    this.#sweptAt = now;
    for (const [key, bucket] of this.#buckets) if (bucket.isFull(now)) this.#buckets.delete(key);
    this.#sweepAt = Math.min(this.#mostKeys, Math.max(fewKeys, 2 * this.#buckets.size));
  }
}
