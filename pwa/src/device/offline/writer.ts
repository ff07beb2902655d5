import type { ChangeFrame, ToldMessage } from '@pmcw/contracts';
import { type Applied, applyChanges, changeOf } from './apply.ts';
import type { Clock } from './clock.ts';
import type { MemberDatabase } from './database.ts';

/** Between two transactions. Many small ones cost far more than a large one. */
const pauseMs = 80;

/** Changes that are written together. */
class Batch {
  reached: string | null = null;
  incarnation: string | undefined;
  readonly applied: Promise<Applied>;
  readonly #changes: ChangeFrame[] = [];
  readonly #messageIds = new Set<string>();
  #start: () => void = () => undefined;

  constructor(db: MemberDatabase) {
    const started = new Promise<void>((resolve) => {
      this.#start = resolve;
    });
    this.applied = started.then(() => applyChanges(db, this.#changes, this.reached, this.incarnation));
  }

  /** A message that is acknowledged and pushed is added once, a restored one also after its arrival. */
  add(change: ChangeFrame): void {
    if ('message' in change && change.type !== 'message_restored') {
      if (this.#messageIds.has(change.message.id)) return;
      this.#messageIds.add(change.message.id);
    }
    this.#changes.push(change);
  }

  /** Whether a message is written with it; false after a failure. */
  has({ id }: ToldMessage): boolean {
    return this.#messageIds.has(id);
  }

  write(): void {
    this.#start();
    this.applied.catch(() => this.#messageIds.clear());
  }
}

/**
 * Writes everything that the server says in a tab: acknowledgements, pushed messages and changes, with the cursor. The
 * first is written at once; what arrives until 80 ms later is written together, in the order of arrival.
 */
export class Writer {
  readonly #db: MemberDatabase;
  readonly #clock: Clock;
  #next: Batch | null = null;
  /** Being written, or written less than 80 ms ago. */
  #latest: Batch | null = null;

  constructor(db: MemberDatabase, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /**
   * Resolves once the changes are stored.
   * @param reached the position up to which everything is then known; null leaves the cursor where it is
   * @param incarnation of the log that reports the changes; ignored if this device has entered another since
   * @throws the failure of the whole transaction, which stored nothing
   */
  apply(changes: readonly ChangeFrame[], reached: string | null, incarnation?: string): Promise<Applied> {
    this.#next ??= new Batch(this.#db);
    const batch = this.#next;
    for (const change of changes) batch.add(change);
    batch.reached = reached ?? batch.reached;
    batch.incarnation = incarnation ?? batch.incarnation;
    if (this.#latest === null) this.#write();
    return batch.applied;
  }

  /** As `apply`, for a message that the server acknowledged, and may have pushed right before. */
  accept(message: ToldMessage): Promise<Applied> {
    return this.#latest?.has(message) ? this.#latest.applied : this.apply([changeOf(message)], null);
  }

  #write(): void {
    const batch = this.#next;
    this.#next = null;
    this.#latest = batch;
    if (batch === null) return;
    const rest = () => this.#clock.after(pauseMs, () => this.#write());
    batch.applied.then(rest, rest);
    batch.write();
  }
}
