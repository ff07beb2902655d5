import type { ServerFrame } from '@pmcw/contracts';
import type { History } from '../follower/history.ts';
import type { RecentChanges } from '../follower/recentChanges.ts';
import { type Change, concerns } from '../frames/change.ts';

/** The way out to one reader. */
export interface Outlet {
  /** Sends a change, or drops it when the reader is gone. */
  change(change: Change): void;
  /** Answers a `resume`. */
  answer(frame: Extract<ServerFrame, { type: 'resumed' | 'resync' }>): void;
  /** Bytes that wait for the reader. */
  waiting(): number;
  /** Runs something that sends much, packed into few packets. */
  together(send: () => void): void;
  /** The reader can't keep up: no more is sent, and it must come back. */
  cutOff(): void;
}

/** What a delivery needs. */
export interface DeliveryOptions {
  readonly userId: number;
  readonly recent: RecentChanges;
  readonly history: Pick<History, 'reachBack' | 'logReaches'>;
  readonly outlet: Outlet;
  /** Bytes that may wait before a replay pauses. */
  readonly replayBacklogBytes: number;
}

/** A replay under way: everything up to `cursor` is with the reader, save what was pushed before it began. */
interface Replay {
  readonly status: 'replaying';
  readonly after: bigint;
  cursor: bigint;
  /** Pushes stopped here. Everything in `(pushedFrom, pausedAt]` was pushed and is skipped. */
  readonly pausedAt: bigint;
  /** The answer when the replay has caught up; null when there is none to give. */
  readonly answer: 'resumed' | null;
  /** It waits for the log, so it must not go on. */
  waiting: boolean;
}

type State = { readonly status: 'silent' } | { readonly status: 'live' } | Replay;

/**
 * What one socket is told of the log (decision `gateway-replay-then-join`): nothing at first; then, live, every
 * change beyond `recent.head` as it happens; and on `resume` what it missed, before it is live again. It is told
 * each change once, in order of position. All is decided between two awaits, so that no change can slip through
 * between the end of a replay and the first push.
 */
export class Delivery {
  readonly #options: DeliveryOptions;
  #state: State = { status: 'silent' };
  /** Every change after this was or will be sent on this socket. */
  #pushedFrom = 0n;
  /** A `resume` that came during a replay: its turn is after it. */
  #next: bigint | null = null;
  /** The reader claims to have everything up to here, which may lie ahead of what is pushed. */
  #knownUpTo = 0n;

  constructor(options: DeliveryOptions) {
    this.#options = options;
  }

  get isReplaying(): boolean {
    return this.#state.status === 'replaying';
  }

  /** Begins to push what follows on the position that it returns. Does nothing when it has begun already. */
  start(): bigint {
    const { head } = this.#options.recent;
    if (this.#state.status === 'silent') {
      this.#state = { status: 'live' };
      this.#pushedFrom = head;
    }
    return head;
  }

  /** Tells nothing any more. */
  stop(): void {
    this.#state = { status: 'silent' };
  }

  /** Sends changes just taken in, all of which concern this member; a replay finds them for itself. */
  push(changes: readonly Change[]): void {
    if (this.#state.status !== 'live') return;
    for (const change of changes) {
      if (change.position > this.#knownUpTo) this.#options.outlet.change(change);
    }
  }

  /**
   * Replays what was missed after a position and answers `resumed`, or `resync` when that is too much. While a
   * replay is under way the last `resume` that comes waits for its end. Never rejects.
   */
  async resume(after: bigint): Promise<void> {
    const { recent, history } = this.#options;
    if (this.#state.status === 'replaying') {
      this.#next = after;
      return;
    }
    const replay = this.#begin(after, recent.head, 'resumed');
    if (after < recent.floor) {
      await this.#proceed(replay, history.reachBack(after));
    } else if (after > recent.head) {
      // The log may be ahead of this gateway, but nothing is ahead of the log.
      await this.#proceed(replay, history.logReaches(after));
    } else {
      this.goOn();
    }
  }

  /** Goes on with a replay; to be called whenever the reader has taken in what waited for it. */
  goOn(): void {
    const replay = this.#state;
    if (replay.status !== 'replaying' || replay.waiting) return;
    this.#options.outlet.together(() => {
      if (this.#replay(replay) && this.#state === replay) this.#join(replay);
    });
  }

  #begin(after: bigint, pausedAt: bigint, answer: Replay['answer']): Replay {
    const replay: Replay = { status: 'replaying', after, cursor: after, pausedAt, answer, waiting: false };
    this.#state = replay;
    return replay;
  }

  async #proceed(replay: Replay, possible: Promise<boolean | null>): Promise<void> {
    replay.waiting = true;
    const isPossible = await possible;
    replay.waiting = false;
    if (this.#state !== replay) return;
    if (isPossible !== true) this.#resync(replay, isPossible === false);
    this.goOn();
  }

  /**
   * Tells the reader to catch up elsewhere, and goes on from where the pushes stopped. A position below its own says
   * that its own is of a log that is no more; so it is not below while that is not certain.
   */
  #resync({ after, pausedAt }: Replay, isCertain: boolean): void {
    const { outlet, recent } = this.#options;
    const isBeyond = after > pausedAt;
    const bounded = isCertain ? least(recent.head, after - 1n) : most(recent.head, after);
    outlet.answer({ type: 'resync', position: String(isBeyond ? bounded : recent.head) });
    this.#begin(pausedAt, pausedAt, null);
  }

  /** Sends what is due; false when it has to go on later, or never. */
  #replay(replay: Replay): boolean {
    const { recent, outlet, userId, replayBacklogBytes } = this.#options;
    if (replay.cursor < recent.floor) {
      // So slow that what it was to get next is forgotten already.
      outlet.cutOff();
      return false;
    }
    for (const change of recent.after(replay.cursor)) {
      if (outlet.waiting() > replayBacklogBytes) return false;
      replay.cursor = change.position;
      const wasPushed = change.position > this.#pushedFrom && change.position <= replay.pausedAt;
      if (!wasPushed && concerns(change, userId)) outlet.change(change);
    }
    return true;
  }

  #join(replay: Replay): void {
    const { recent, outlet } = this.#options;
    const { after, pausedAt, answer } = replay;
    if (replay.cursor < recent.head) replay.cursor = recent.head;
    this.#state = { status: 'live' };
    this.#knownUpTo = replay.cursor;
    if (after < this.#pushedFrom || after > pausedAt) this.#pushedFrom = after;
    if (answer !== null) outlet.answer({ type: 'resumed', position: String(replay.cursor) });
    const next = this.#next;
    this.#next = null;
    if (next !== null) void this.resume(next);
  }
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const most = (a: bigint, b: bigint): bigint => (a > b ? a : b);
