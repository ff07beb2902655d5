import { ProblemError, texts } from '@pmcw/contracts';

/** How much of something may go on at once. */
export interface TurnsOptions {
  readonly atOnce: number;
  /** Of these, the most that one member may have. */
  readonly perMember: number;
  /** How many may wait for their turn. */
  readonly waiting: number;
  /** Longest wait, in milliseconds. */
  readonly waitMs: number;
}

interface Waiting {
  readonly memberId: number;
  readonly grant: () => void;
}

/** Gives a turn back; a second time does nothing. */
export type Release = () => void;

/** When to try again, in seconds: by then some turns have come to an end. */
const retryAfter = 2;

/** Turns for work that takes much memory or time: first come, first served, but nobody takes more than their share. */
export class Turns {
  readonly #options: TurnsOptions;
  readonly #taken = new Map<number, number>();
  #waiting: Waiting[] = [];
  #running = 0;

  constructor(options: TurnsOptions) {
    this.#options = options;
  }

  /** How many wait for their turn. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** @throws ProblemError `unavailable` when too many wait already, or the turn did not come in time */
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

  /** The one who has waited longest of those who may. */
  #next(): void {
    const next = this.#waiting.find(({ memberId }) => this.#hasRoomFor(memberId));
    if (next === undefined) return;
    this.#waiting = this.#waiting.filter((other) => other !== next);
    next.grant();
  }
}

const busy = () => new ProblemError('unavailable', texts.refusals.busy, { retryAfter });
