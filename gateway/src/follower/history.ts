import type { Change } from '../frames/change.ts';
import type { GatewayLogger } from '../observer.ts';
import { within } from '../within.ts';
import type { RecentChanges } from './recentChanges.ts';

/** One page of changes, read from the log after a position. */
export interface ChangePage {
  readonly changes: readonly Change[];
  /** How far the page reaches. */
  readonly position: bigint;
}

/** Where older changes come from. */
export interface HistoryOptions {
  readonly recent: RecentChanges;
  readonly readPage: (after: bigint) => Promise<ChangePage>;
  readonly logHead: () => Promise<bigint>;
  /** Longest wait for a page or the head, in milliseconds. */
  readonly readMs: number;
  readonly logger: GatewayLogger;
}

interface Waiting {
  readonly after: bigint;
  readonly answer: (reached: boolean) => void;
}

/**
 * Reaches further back than the recent changes go, by reading the log: for those who come back soon after this
 * process started. One read at a time, from where the furthest of those who wait left off, so that a thousand
 * sockets coming back together cost about as much as one.
 */
export class History {
  readonly #options: HistoryOptions;
  #waiting: Waiting[] = [];
  #reading = false;
  /** Known to be too far back to be reached; it stays so, because only newer changes are added. */
  #tooFar = -1n;

  constructor(options: HistoryOptions) {
    this.#options = options;
  }

  /** Makes the recent changes reach back to a position. False when that is too far or the log doesn't answer. */
  reachBack(after: bigint): Promise<boolean> {
    return new Promise((answer) => {
      this.#waiting.push({ after, answer });
      if (!this.#reading) void this.#readForAll();
    });
  }

  /** Whether the log reaches up to a position; null when it doesn't answer. */
  async logReaches(position: bigint): Promise<boolean | null> {
    const { logHead, readMs, logger } = this.#options;
    try {
      return position <= (await within(readMs, 'reading the head of the log', logHead()));
    } catch (error) {
      logger.warn({ err: error }, 'the head of the log could not be read for a resume');
      return null;
    }
  }

  async #readForAll(): Promise<void> {
    this.#reading = true;
    for (let furthest = this.#settle(); furthest !== null; furthest = this.#settle()) {
      try {
        await this.#readBack(furthest);
      } catch (error) {
        this.#options.logger.warn({ err: error }, 'older changes could not be read for a resume');
        for (const { answer } of this.#waiting.splice(0)) answer(false);
      }
    }
    this.#reading = false;
  }

  /** Answers all that can be answered; returns the furthest position that somebody still waits for, or null. */
  #settle(): bigint | null {
    const { recent } = this.#options;
    let furthest: bigint | null = null;
    const open: Waiting[] = [];
    for (const waiting of this.#waiting) {
      const { after, answer } = waiting;
      if (after >= recent.floor) answer(true);
      else if (after <= this.#tooFar || recent.room === 0) answer(false);
      else {
        open.push(waiting);
        if (furthest === null || after < furthest) furthest = after;
      }
    }
    this.#waiting = open;
    return furthest;
  }

  async #readBack(after: bigint): Promise<void> {
    const { recent, readPage, readMs } = this.#options;
    const upTo = recent.floor;
    const found: Change[] = [];
    for (let cursor = after; cursor < upTo; ) {
      const page = await within(readMs, 'reading older changes', readPage(cursor));
      if (page.position <= cursor) throw new Error('The log ends before the position that was read from it');
      found.push(...page.changes.filter((change) => change.position <= upTo));
      if (found.length > recent.room) return this.#giveUp(after, found);
      cursor = page.position;
    }
    if (!recent.extendBack(found, after, upTo)) this.#giveUp(after, found);
  }

  /** From where in `found` on is there room? Everything before that is too far. */
  #giveUp(after: bigint, found: readonly Change[]): void {
    const last = found[found.length - this.#options.recent.room - 1];
    this.#tooFar = last === undefined ? after : last.position - 1n;
  }
}
