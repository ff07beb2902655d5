/** How much a cache keeps, and for how long. */
export interface CacheLimits {
  readonly entries: number;
  readonly ttlMs: number;
}

/**
 * Values read from the database, kept while somebody would tell us of a change. Bounded: the value not used for
 * the longest time goes first. Answers nothing while `isTrusted` says that a change may have been missed.
 */
export class TrustedCache<K, V> {
  readonly #values = new Map<K, { readonly value: V; readonly until: number }>();
  readonly #isTrusted: () => boolean;
  readonly #limits: CacheLimits;
  #drops = 0;

  constructor(isTrusted: () => boolean, limits: CacheLimits) {
    this.#isTrusted = isTrusted;
    this.#limits = limits;
  }

  /** The value, or undefined when it is not known for certain. */
  get(key: K): V | undefined {
    const entry = this.#values.get(key);
    if (entry === undefined) return undefined;
    if (!this.#isTrusted() || entry.until <= performance.now()) {
      this.#values.delete(key);
      return undefined;
    }
    this.#values.delete(key);
    this.#values.set(key, entry);
    return entry.value;
  }

  /** Taken before the database is asked; see `set`. */
  mark(): number {
    return this.#drops;
  }

  /**
   * Keeps a value, unless something was dropped since `mark`: then the answer may already be out of date.
   * @param ttlMs how long, where that is shorter than usual
   */
  set(key: K, value: V, mark: number, ttlMs: number = this.#limits.ttlMs): void {
    if (mark !== this.#drops || !this.#isTrusted()) return;
    this.#values.delete(key);
    this.#values.set(key, { value, until: performance.now() + Math.min(ttlMs, this.#limits.ttlMs) });
    if (this.#values.size <= this.#limits.entries) return;
    for (const oldest of this.#values.keys()) {
      this.#values.delete(oldest);
      break;
    }
  }

  /** Forgets a value that has changed. */
  drop(key: K): void {
    this.#drops += 1;
    this.#values.delete(key);
  }

  /** Forgets everything: changes may have been missed. */
  clear(): void {
    this.#drops += 1;
    this.#values.clear();
  }
}
