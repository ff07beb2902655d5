export interface TurnsOptions {
  readonly atOnce: number;
  /** Of `atOnce`, the most that one key may have. */
  readonly perKey?: number;
  /** Default: no limit. */
  readonly waiting?: number;
  /** Default: no limit. */
  readonly waitMs?: number;
  /** Made when too many are waiting, or the wait was too long. Default: a `TurnsFullError`. */
  readonly refusal?: () => Error;
}

/** Idempotent. */
export type Release = () => void;

export class TurnsFullError extends Error {
  override readonly name = 'TurnsFullError';
  override readonly message = 'Too many are waiting, or for too long';
}

interface Waiting {
  readonly key: unknown;
  readonly grant: () => void;
}

/** Limits how much runs at once; first come, first served, within a limit per key. */
export class Turns {
  readonly #options: TurnsOptions;
  readonly #taken = new Map<unknown, number>();
  readonly #waiting = new Set<Waiting>();
  #running = 0;

  constructor(options: TurnsOptions) {
    this.#options = options;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** @throws the refusal */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const release = await this.take();
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** @throws the refusal */
  take(key?: unknown): Promise<Release> {
    const {
      waiting: most = Number.POSITIVE_INFINITY,
      waitMs,
      refusal = () => new TurnsFullError(),
    } = this.#options;
    if (this.#hasRoomFor(key)) return Promise.resolve(this.#grant(key));
    if (this.#waiting.size >= most) return Promise.reject(refusal());
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.#waiting.delete(waiting);
        reject(refusal());
      };
      const timer = waitMs === undefined ? undefined : setTimeout(giveUp, waitMs);
      const grant = () => {
        clearTimeout(timer);
        resolve(this.#grant(key));
      };
      const waiting: Waiting = { key, grant };
      this.#waiting.add(waiting);
    });
  }

  #hasRoomFor(key: unknown): boolean {
    const { atOnce, perKey = atOnce } = this.#options;
    return this.#running < atOnce && (this.#taken.get(key) ?? 0) < perKey;
  }

  #grant(key: unknown): Release {
    this.#count(key, 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#count(key, -1);
      this.#next();
    };
  }

  #count(key: unknown, by: 1 | -1): void {
    this.#running += by;
    const taken = (this.#taken.get(key) ?? 0) + by;
    if (taken === 0) this.#taken.delete(key);
    else this.#taken.set(key, taken);
  }

  #next(): void {
    for (const waiting of this.#waiting) {
      if (!this.#hasRoomFor(waiting.key)) continue;
      this.#waiting.delete(waiting);
      waiting.grant();
      return;
    }
  }
}
