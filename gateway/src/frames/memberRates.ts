import { type BucketRate, TokenBucket } from './tokenBucket.ts';

/** One bucket per member, shared by all of the member's sockets; it outlives them until it is full again. */
export class MemberRates {
  readonly #rate: BucketRate;
  readonly #buckets = new Map<number, TokenBucket>();

  constructor(rate: BucketRate) {
    this.#rate = rate;
  }

  /** As `TokenBucket.take`, from the member's bucket. */
  take(userId: number, cost: number, now: number): number {
    const bucket = this.#buckets.get(userId) ?? new TokenBucket(this.#rate, now);
    this.#buckets.set(userId, bucket);
    return bucket.take(cost, now);
  }

  /** Forgets the buckets that are full. */
  sweep(now: number): void {
    for (const [userId, bucket] of this.#buckets) if (bucket.isFull(now)) this.#buckets.delete(userId);
  }
}
