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
  #changes: ChangeFrame[] = [];
  readonly #messageIds = new Set<string>();
  #isStored = false;
  #start: () => void = () => undefined;

  constructor(db: MemberDatabase) {
    const started = new Promise<void>((resolve) => {
      this.#start = resolve;
    });
    this.applied = started.then(() => this.#apply(db));
  }

  /** A message that is acknowledged and pushed is added once. */
  add(change: ChangeFrame): void {
    if (isArrival(change)) {
      if (this.#messageIds.has(change.message.id)) return;
      this.#messageIds.add(change.message.id);
    }
    this.#changes.push(change);
  }

  /** @param latest its messages are not written again */
  write(latest: Batch | null): void {
    if (latest !== null) this.#changes = this.#changes.filter((change) => !latest.#hasStored(change));
    this.#start();
  }

  #hasStored(change: ChangeFrame): boolean {
    return this.#isStored && isArrival(change) && this.#messageIds.has(change.message.id);
  }

  async #apply(db: MemberDatabase): Promise<Applied> {
    if (this.#changes.length === 0 && this.reached === null) return { listIsStale: false };
    const applied = await applyChanges(db, this.#changes, this.reached, this.incarnation);
    this.#isStored = applied.isIgnored !== true;
    return applied;
  }
}

/** A restored message has arrived before. */
const isArrival = (change: ChangeFrame) =>
  change.type === 'new_message' || change.type === 'new_global_message';

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

  /** As `apply`, for a message that the server acknowledged and may push, too. */
  accept(message: ToldMessage): Promise<Applied> {
    return this.apply([changeOf(message)], null);
  }

  #write(): void {
    const [latest, batch] = [this.#latest, this.#next];
    this.#next = null;
    this.#latest = batch;
    if (batch === null) return;
    const rest = () => this.#clock.after(pauseMs, () => this.#write());
    batch.applied.then(rest, rest);
    batch.write(latest);
  }
}
