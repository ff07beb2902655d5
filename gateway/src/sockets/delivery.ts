import type { ServerFrame } from '@pmcw/contracts';
import type { History } from '../follower/history.ts';
import type { RecentChanges } from '../follower/recentChanges.ts';
import { type Change, concerns } from '../frames/change.ts';
import type { GatewayLimits } from '../limits.ts';

export interface Outlet {
  readonly waiting: number;
  change(change: Change, userId: number): void;
  answer(frame: Extract<ServerFrame, { type: 'resumed' | 'resync' }>): void;
  together(send: () => void): void;
  cutOff(): void;
}

/** Shared by all sockets. */
export interface DeliveryParts {
  readonly recent: RecentChanges;
  readonly history: Pick<History, 'reachBack' | 'logReaches'>;
  readonly limits: Pick<GatewayLimits, 'replayBacklogBytes'>;
}

/** A replay in progress; the reader has everything up to `cursor`. */
interface Replay {
  readonly status: 'replaying';
  readonly after: bigint;
  cursor: bigint;
  /** Where pushing paused; everything in `(pushedFrom, pausedAt]` was pushed and is skipped. */
  readonly pausedAt: bigint;
  /** Whether the reader claimed to be ahead of this gateway. */
  readonly isAhead: boolean;
  readonly answer: 'resumed' | null;
  waiting: boolean;
}

type DeliveryState = { readonly status: 'silent' } | { readonly status: 'live' } | Replay;
const silent: DeliveryState = { status: 'silent' };
const live: DeliveryState = { status: 'live' };

/**
 * Sends one socket its part of the log (decision `gateway-replay-then-join`): every change beyond `recent.head` when
 * live; on `resume` first what it missed. Each change is sent once and in order. All decisions are made between two
 * awaits, so that no change is lost between a replay's end and the first push.
 */
export class Delivery {
  readonly #parts: DeliveryParts;
  readonly #userId: number;
  readonly #outlet: Outlet;
  #state: DeliveryState = silent;
  #pushedFrom = 0n;
  /** When live, the reader has everything up to here, possibly more than was pushed. */
  #pushedUpTo = 0n;
  #next: bigint | null = null;

  constructor(parts: DeliveryParts, userId: number, outlet: Outlet) {
    this.#parts = parts;
    this.#userId = userId;
    this.#outlet = outlet;
  }

  get isReplaying(): boolean {
    return this.#state.status === 'replaying';
  }

  /** Idempotent. */
  start(): bigint {
    const { head } = this.#parts.recent;
    if (this.#state.status === 'silent') {
      this.#state = live;
      this.#pushedFrom = head;
      this.#pushedUpTo = head;
    }
    return head;
  }

  stop(): void {
    this.#state = silent;
  }

  /** @param changes all that concern the reader, since the last call and up to a position */
  push(changes: readonly Change[], upTo: bigint): void {
    if (this.#state.status !== 'live') return;
    for (const change of changes) {
      if (change.position > this.#pushedUpTo) this.#outlet.change(change, this.#userId);
    }
    this.#pushedUpTo = most(this.#pushedUpTo, upTo);
  }

  /**
   * Answers `resumed`, or `resync` if too much was missed. During a replay, the latest `resume` waits. Never rejects.
   */
  async resume(after: bigint): Promise<void> {
    const { recent, history } = this.#parts;
    if (this.#state.status === 'replaying') {
      this.#next = after;
      return;
    }
    const replay = this.#begin(after, this.#pushedUpTo, 'resumed');
    if (after < recent.floor) {
      await this.#proceed(replay, history.reachBack(after));
    } else if (after > recent.head) {
      // The log may be ahead of this gateway, but no valid position is ahead of the log.
      await this.#proceed(replay, history.logReaches(after));
    } else {
      this.resumeReplay();
    }
  }

  resumeReplay(): void {
    const replay = this.#state;
    if (replay.status !== 'replaying' || replay.waiting) return;
    this.#outlet.together(() => {
      if (this.#replay(replay) && this.#state === replay) this.#join(replay);
    });
  }

  #begin(after: bigint, pausedAt: bigint, answer: Replay['answer']): Replay {
    const isAhead = after > this.#parts.recent.head;
    const replay: Replay = {
      ...{ status: 'replaying', after, cursor: after, pausedAt, isAhead, answer, waiting: false },
    };
    this.#state = replay;
    return replay;
  }

  async #proceed(replay: Replay, possible: Promise<boolean | null>): Promise<void> {
    replay.waiting = true;
    const isPossible = await possible;
    replay.waiting = false;
    if (this.#state !== replay) return;
    if (isPossible !== true) this.#resync(replay, isPossible === false);
    this.resumeReplay();
  }

  /**
   * Makes the reader catch up over HTTP. A position below its own means that its own is of an older log, so it is only
   * sent when that is certain.
   */
  #resync({ after, pausedAt, isAhead }: Replay, isCertain: boolean): void {
    const { recent } = this.#parts;
    const bounded = isCertain ? least(recent.head, after - 1n) : most(recent.head, after);
    this.#outlet.answer({ type: 'resync', position: String(isAhead ? bounded : recent.head) });
    this.#begin(pausedAt, pausedAt, null);
  }

  /** False if it must continue later or never. */
  #replay(replay: Replay): boolean {
    const { recent, limits } = this.#parts;
    const outlet = this.#outlet;
    if (replay.cursor < recent.floor) {
      // The reader is so slow that its next change is forgotten.
      outlet.cutOff();
      return false;
    }
    for (const change of recent.after(replay.cursor)) {
      if (outlet.waiting > limits.replayBacklogBytes) return false;
      replay.cursor = change.position;
      const wasPushed = change.position > this.#pushedFrom && change.position <= replay.pausedAt;
      if (!wasPushed && concerns(change, this.#userId)) outlet.change(change, this.#userId);
    }
    return true;
  }

  #join(replay: Replay): void {
    const { recent } = this.#parts;
    const { after, pausedAt, answer } = replay;
    if (replay.cursor < recent.head) replay.cursor = recent.head;
    this.#state = live;
    this.#pushedUpTo = replay.cursor;
    if (after < this.#pushedFrom || after > pausedAt) this.#pushedFrom = after;
    if (answer !== null) this.#outlet.answer({ type: 'resumed', position: String(replay.cursor) });
    const next = this.#next;
    this.#next = null;
    if (next !== null) void this.resume(next);
  }
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const most = (a: bigint, b: bigint): bigint => (a > b ? a : b);
