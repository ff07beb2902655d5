import { boundedWait } from '@pmcw/resilience';
import { applyDeletion } from '../apply.ts';
import type { Clock } from '../clock.ts';
import type { MemberDatabase, OutboxRow } from '../database.ts';
import type { ConversationKey } from '../keys.ts';
import { watch } from '../watch.ts';
import type { Writer } from '../writer.ts';
import { Attempt, type Courier, type Stop } from './attempt.ts';
import { backoffMs } from './backoff.ts';
import {
  type Claim,
  claimNext,
  endClaim,
  isClaim,
  lanesOf,
  putBack,
  requeueInterrupted,
  stillClaimed,
} from './claims.ts';
import type { SendOutcome } from './outcome.ts';
import { waitMostMs } from './states.ts';

const parallelLanes = 4;

export interface TermOptions {
  readonly db: MemberDatabase;
  readonly courier: Courier;
  readonly writer: Writer;
  readonly clock: Clock;
  /** The queue waits for `requeueWaiting(db, 'sign-in')`. */
  readonly onSignInNeeded: () => void;
  /** The message stays in the outbox with the reason. */
  readonly onRefused: (row: OutboxRow, detail: string) => void;
  readonly onError: (error: unknown) => void;
}

/** The time for which a tab holds the lock of an outbox. Claims are leases of this time. */
export class Term {
  readonly #options: TermOptions;
  readonly #active = new Set<ConversationKey>();
  readonly #due = new Set<ConversationKey>();
  readonly #timers = new Map<ConversationKey, () => void>();
  /** Lanes whose wait ended by the timer, whatever the clock says. */
  readonly #waited = new Set<ConversationKey>();
  /** Claims whose end could not be stored. */
  readonly #broken = new Map<ConversationKey, Claim>();
  /** Lanes that rest after the database failed. */
  readonly #resting = new Set<ConversationKey>();
  /** Times in a row that the database failed. */
  #failures = 0;
  #isOver = false;
  #leave: () => void = () => undefined;

  constructor(options: TermOptions) {
    this.#options = options;
  }

  /**
   * Resolves at the end of the term.
   * @throws if the database can't be read
   */
  async run(onStarted: () => void): Promise<void> {
    const { db, onError } = this.#options;
    await requeueInterrupted(db);
    if (this.#isOver) return;
    onStarted();
    const unwatch = watch({
      db,
      tables: [db.outbox],
      read: () => lanesOf(db),
      onValue: (lanes) => this.#wake(lanes),
      ignores: (parts) => isClaim(db, parts),
      onError,
      pauseMs: 0,
    });
    await new Promise<void>((resolve) => {
      this.#leave = resolve;
    });
    unwatch();
  }

  end(): void {
    this.#isOver = true;
    for (const cancel of this.#timers.values()) cancel();
    this.#timers.clear();
    this.#leave();
  }

  #wake(lanes: readonly ConversationKey[]): void {
    for (const lane of lanes) this.#due.add(lane);
    this.#fill();
  }

  #fill(): void {
    for (const lane of this.#due) {
      if (this.#isOver || this.#active.size >= parallelLanes) return;
      if (this.#active.has(lane) || this.#resting.has(lane)) continue;
      this.#due.delete(lane);
      this.#active.add(lane);
      this.#runLane(lane)
        .catch((error: unknown) => this.#failed(lane, error))
        .finally(() => {
          this.#active.delete(lane);
          this.#fill();
        });
    }
  }

  async #runLane(lane: ConversationKey): Promise<void> {
    const { db, clock } = this.#options;
    await this.#repair(lane);
    while (!this.#isOver) {
      // The claim sees what woke the lane.
      this.#due.delete(lane);
      const next = await claimNext(db, lane, clock.now(), this.#waited.delete(lane));
      if (next.kind === 'nothing') return;
      if (next.kind === 'later') return this.#wakeLater(lane, next.waitMs, () => this.#waited.add(lane));
      this.#broken.set(lane, next);
      await this.#attempt(next);
      this.#broken.delete(lane);
      this.#failures = 0;
    }
  }

  /** Ends a claim that could not be ended when it should; its messages may have arrived. */
  async #repair(lane: ConversationKey): Promise<void> {
    const claim = this.#broken.get(lane);
    if (claim === undefined) return;
    await putBack(
      this.#options.db,
      claim,
      claim.rows.map(({ id }) => id),
    );
    this.#broken.delete(lane);
  }

  async #attempt(claim: Claim): Promise<void> {
    const { db, courier, writer } = this.#options;
    const stored: Promise<unknown>[] = [];
    const failures: unknown[] = [];
    const attempt = new Attempt({
      rows: claim.rows,
      courier,
      stillClaimed: (rows) => stillClaimed(db, claim.attempt, rows),
      settle: async (row, outcome, isUnclear) => {
        // While it is being stored, the next ones are sent.
        if (outcome.kind !== 'accepted') return this.#settle(row, outcome, claim, isUnclear);
        stored.push(writer.accept(outcome.message).catch((error: unknown) => failures.push(error)));
      },
    });
    const stop = await attempt.run();
    await Promise.all(stored);
    if (failures.length > 0) throw failures[0];
    if (stop !== null) await this.#stopped(stop, claim);
  }

  async #settle(
    row: OutboxRow,
    outcome: Extract<SendOutcome, { kind: 'refused' | 'withdrawn' }>,
    { attempt }: Claim,
    isUnclear: boolean,
  ): Promise<void> {
    const { db, onRefused } = this.#options;
    if (outcome.kind === 'refused') {
      const { code, detail } = outcome;
      const end = { state: 'failed', code, detail } as const;
      if (await endClaim(db, row, attempt, end, isUnclear)) onRefused(row, detail);
    } else if (outcome.wasThere) await applyDeletion(db, row.id);
    else await db.outbox.delete(row.seq);
  }

  async #stopped({ row, outcome, unclear }: Stop, claim: Claim): Promise<void> {
    const { db, clock, onSignInNeeded } = this.#options;
    const { waitingFor, retryAfter } = outcome;
    const askedMs = Math.round(boundedWait(retryAfter ?? 0, clock.random()) * 1000);
    const restMs = Math.max(backoffMs(row.attempts, clock.random()), askedMs);
    const since = clock.now();
    const until = waitingFor === 'sign-in' ? null : since + Math.min(restMs, waitMostMs);
    const asked = retryAfter !== undefined;
    await endClaim(db, row, claim.attempt, { state: 'waiting', waitingFor, since, until, asked }, true);
    await putBack(db, claim, unclear);
    if (waitingFor === 'sign-in') onSignInNeeded();
  }

  #wakeLater(lane: ConversationKey, waitMs: number, onWaited: () => void): void {
    this.#timers.get(lane)?.();
    const cancel = this.#options.clock.after(waitMs, () => {
      this.#timers.delete(lane);
      onWaited();
      this.#wake([lane]);
    });
    this.#timers.set(lane, cancel);
  }

  #failed(lane: ConversationKey, error: unknown): void {
    if (this.#isOver) return;
    this.#failures += 1;
    this.#options.onError(error);
    this.#resting.add(lane);
    this.#wakeLater(lane, backoffMs(this.#failures, this.#options.clock.random()), () =>
      this.#resting.delete(lane),
    );
  }
}
