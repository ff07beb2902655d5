import { liveQuery } from 'dexie';
import { applyDeletion, applyMessages } from '../apply.ts';
import type { Clock } from '../clock.ts';
import type { MemberDatabase, OutboxRow } from '../database.ts';
import type { ConversationKey } from '../keys.ts';
import { backoffMs } from './backoff.ts';
import type { Locks } from './lock.ts';
import type { SendOutcome } from './outcome.ts';
import { claimNext, endAttempt, lanesOf, requeueInterrupted } from './queue.ts';

const parallelLanes = 4;

interface OutboxWorkerOptions {
  readonly db: MemberDatabase;
  /** One attempt to send or withdraw. Failures of network or server are outcomes. */
  readonly send: (row: OutboxRow) => Promise<SendOutcome>;
  readonly clock: Clock;
  readonly locks: Locks;
  /** The queue waits for `requeueWaiting(db, 'sign-in')`. */
  readonly onSignInNeeded: () => void;
  /** The message stays in the outbox with the reason. */
  readonly onRefused: (row: OutboxRow, detail: string) => void;
  readonly onError: (error: unknown) => void;
}

/**
 * Sends the outbox while it holds the owner's lock: one tab at a time. First in, first out per conversation;
 * conversations in parallel.
 */
export class OutboxWorker {
  readonly #options: OutboxWorkerOptions;
  #waiting = new AbortController();
  #term: Term | null = null;
  #isStopped = false;

  constructor(options: OutboxWorkerOptions) {
    this.#options = options;
  }

  start(): void {
    this.#waiting = new AbortController();
    this.#request({ signal: this.#waiting.signal });
  }

  /**
   * Takes the lock from its holder, for a tab that becomes visible: the browser may have frozen a background tab that
   * holds it.
   */
  takeOver(): void {
    if (this.#isStopped || this.#term !== null) return;
    this.#waiting.abort();
    this.#request({ steal: true });
  }

  /** An attempt in flight may still end, and is recorded. */
  stop(): void {
    this.#isStopped = true;
    this.#waiting.abort();
    this.#term?.end();
  }

  #request(options: { readonly steal?: boolean; readonly signal?: AbortSignal }): void {
    const { db, locks, onError } = this.#options;
    let term: Term | null = null;
    const whileHeld = async () => {
      if (this.#isStopped) return;
      term = new Term(this.#options);
      this.#term = term;
      await term.run();
    };
    locks
      .request(`outbox-of-${db.name}`, options, whileHeld)
      .catch((error: unknown) => {
        // Another tab took the lock, or the wait was aborted.
        if (!(error instanceof DOMException && error.name === 'AbortError')) onError(error);
      })
      .finally(() => this.#lost(term));
  }

  #lost(term: Term | null): void {
    term?.end();
    if (term === null || this.#term !== term) return;
    this.#term = null;
    if (!this.#isStopped) this.start();
  }
}

class Term {
  readonly #options: OutboxWorkerOptions;
  readonly #active = new Set<ConversationKey>();
  readonly #due = new Set<ConversationKey>();
  readonly #timers = new Map<ConversationKey, () => void>();
  #isOver = false;
  #leave: () => void = () => undefined;

  constructor(options: OutboxWorkerOptions) {
    this.#options = options;
  }

  async run(): Promise<void> {
    const { db, onError } = this.#options;
    await requeueInterrupted(db);
    if (this.#isOver) return;
    const queued = liveQuery(() => db.outbox.where('delivery.state').equals('queued').count());
    const watching = queued.subscribe({ next: () => this.#wakeAll(), error: onError });
    await new Promise<void>((resolve) => {
      this.#leave = resolve;
    });
    watching.unsubscribe();
  }

  end(): void {
    this.#isOver = true;
    for (const cancel of this.#timers.values()) cancel();
    this.#timers.clear();
    this.#leave();
  }

  #wakeAll(): void {
    lanesOf(this.#options.db).then(
      (lanes) => {
        for (const lane of lanes) this.#due.add(lane);
        this.#fill();
      },
      (error: unknown) => this.#failed(error),
    );
  }

  #fill(): void {
    for (const lane of this.#due) {
      if (this.#isOver || this.#active.size >= parallelLanes) return;
      if (this.#active.has(lane)) continue;
      this.#due.delete(lane);
      this.#active.add(lane);
      this.#runLane(lane)
        .catch((error: unknown) => this.#failed(error))
        .finally(() => {
          this.#active.delete(lane);
          this.#fill();
        });
    }
  }

  async #runLane(lane: ConversationKey): Promise<void> {
    const { db, clock } = this.#options;
    while (!this.#isOver) {
      const next = await claimNext(db, lane, clock.now());
      if (next.kind === 'nothing') return;
      if (next.kind === 'later') return this.#wakeLater(lane, next.at);
      await this.#attempt(next.row, next.attempt);
    }
  }

  async #attempt(row: OutboxRow, attempt: string): Promise<void> {
    const { db, send, clock, onSignInNeeded, onRefused } = this.#options;
    const outcome = await send(row);
    if (outcome.kind === 'accepted') {
      await applyMessages(db, [outcome.message]);
      return;
    }
    if (outcome.kind === 'withdrawn') {
      if (outcome.wasThere) await applyDeletion(db, row.id);
      else await db.outbox.delete(row.seq);
      return;
    }
    if (outcome.kind === 'refused') {
      const { code, detail } = outcome;
      const isParked = await endAttempt(db, row.seq, attempt, { state: 'failed', code, detail });
      if (isParked) onRefused(row, detail);
      return;
    }
    const { waitingFor, retryAfter } = outcome;
    const restMs = Math.max(backoffMs(row.attempts, clock.random()), (retryAfter ?? 0) * 1000);
    const until = waitingFor === 'sign-in' ? null : clock.now() + restMs;
    const asked = retryAfter !== undefined;
    await endAttempt(db, row.seq, attempt, { state: 'waiting', waitingFor, until, asked });
    if (waitingFor === 'sign-in') onSignInNeeded();
  }

  #wakeLater(lane: ConversationKey, at: number): void {
    const { clock } = this.#options;
    this.#timers.get(lane)?.();
    const cancel = clock.after(Math.max(0, at - clock.now()), () => {
      this.#timers.delete(lane);
      this.#due.add(lane);
      this.#fill();
    });
    this.#timers.set(lane, cancel);
  }

  #failed(error: unknown): void {
    if (!this.#isOver) this.#options.onError(error);
  }
}
