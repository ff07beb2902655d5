import { ProblemError, texts } from '@pmcw/contracts';

export interface TurnsOptions {
  readonly atOnce: number;
  readonly perMember: number;
  readonly waiting: number;
  readonly waitMs: number;
}

interface Waiting {
  readonly memberId: number;
  readonly grant: () => void;
}

/** Idempotent. */
export type Release = () => void;

const retryAfter = 2;

/** First come, first served, within a limit per member. */
export class Turns {
  readonly #options: TurnsOptions;
  readonly #taken = new Map<number, number>();
  #waiting: Waiting[] = [];
  #running = 0;

  constructor(options: TurnsOptions) {
    this.#options = options;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** @throws ProblemError `unavailable` if too many wait, or after `waitMs` */
  async take(memberId: number): Promise<Release> {
    if (this.#hasRoomFor(memberId)) return this.#grant(memberId);
    if (this.#waiting.length >= this.#options.waiting) throw busy();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting = this.#waiting.filter((other) => other !== waiting);
        reject(busy());
      }, this.#options.waitMs);
      const waiting: Waiting = {
        memberId,
        grant: () => {
          clearTimeout(timer);
          resolve(this.#grant(memberId));
        },
      };
      this.#waiting.push(waiting);
    });
  }

  #hasRoomFor(memberId: number): boolean {
    return this.#running < this.#options.atOnce && (this.#taken.get(memberId) ?? 0) < this.#options.perMember;
  }

  #grant(memberId: number): Release {
    this.#count(memberId, 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#count(memberId, -1);
      this.#next();
    };
  }

  #count(memberId: number, by: 1 | -1): void {
    this.#running += by;
    const taken = (this.#taken.get(memberId) ?? 0) + by;
    if (taken === 0) this.#taken.delete(memberId);
    else this.#taken.set(memberId, taken);
  }

  #next(): void {
    const next = this.#waiting.find(({ memberId }) => this.#hasRoomFor(memberId));
    if (next === undefined) return;
    this.#waiting = this.#waiting.filter((other) => other !== next);
    next.grant();
  }
}

const busy = () => new ProblemError('unavailable', texts.refusals.busy, { retryAfter });
