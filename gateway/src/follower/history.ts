import type { Logger } from '@pmcw/resilience';
import { within } from '@pmcw/resilience';
import type { Change } from '../frames/change.ts';
import type { RecentChanges } from './recentChanges.ts';

export interface ChangePage {
  readonly changes: readonly Change[];
  readonly position: bigint;
}

export interface HistoryOptions {
  readonly recent: RecentChanges;
  readonly readPage: (after: bigint) => Promise<ChangePage>;
  readonly logHead: () => Promise<bigint>;
  readonly readMs: number;
  readonly logger: Logger;
}

interface Waiting {
  readonly after: bigint;
  readonly answer: (reached: boolean) => void;
}

/**
 * Extends the recent changes into the past for clients that reconnect soon after a start, the furthest client first, so
 * that a thousand sockets cost as much as one.
 */
export class History {
  readonly #options: HistoryOptions;
  #waiting: Waiting[] = [];
  #reading = false;
  /** Positions up to here are too far back; final, because the room for older changes only shrinks. */
  #tooFar = -1n;

  constructor(options: HistoryOptions) {
    this.#options = options;
  }

  /** False if that is too far or the log doesn't answer. */
  reachBack(after: bigint): Promise<boolean> {
    return new Promise((answer) => {
      this.#waiting.push({ after, answer });
      if (!this.#reading) void this.#readForAll();
    });
  }

  /** Null if the log doesn't answer. */
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

  /** Returns the furthest position still awaited. */
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

  #giveUp(after: bigint, found: readonly Change[]): void {
    const last = found[found.length - this.#options.recent.room - 1];
    this.#tooFar = last === undefined ? after : last.position - 1n;
  }
}
