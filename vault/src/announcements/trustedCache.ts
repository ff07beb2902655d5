export interface CacheLimits {
  readonly entries: number;
  readonly ttlMs: number;
}

/** Returns nothing while `isTrusted` is false. */
export class TrustedCache<K, V> {
  readonly #values = new Map<K, { readonly value: V; readonly until: number }>();
  readonly #isTrusted: () => boolean;
  readonly #limits: CacheLimits;
  #drops = 0;

  constructor(isTrusted: () => boolean, limits: CacheLimits) {
    this.#isTrusted = isTrusted;
    this.#limits = limits;
  }

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

  /** For `set`; call it before the query. */
  mark(): number {
    return this.#drops;
  }

  /** Ignores a value if one was dropped since `mark`, because it may be outdated. */
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

  drop(key: K): void {
    this.#drops += 1;
    this.#values.delete(key);
  }

  clear(): void {
    this.#drops += 1;
    this.#values.clear();
  }
}
