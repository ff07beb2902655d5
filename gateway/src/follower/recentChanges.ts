import { type Change, sizeOf } from '../frames/change.ts';

export interface RecentCapacity {
  readonly changes: number;
  readonly bytes: number;
}

/**
 * All changes in `(floor, head]`, by position without a gap, for sockets that reconnect: `head` has been pushed,
 * `floor` rises as old changes are dropped. Without changes deleted or hidden since, or of erased members.
 */
export class RecentChanges {
  readonly #capacity: RecentCapacity;
  #changes: Change[] = [];
  #gone = 0;
  #bytes = 0;
  /** Position of the last deletion, by id. */
  readonly #deleted = new Map<string, bigint>();
  /** Kept permanently: another process may append an erased member's event slightly too late. */
  readonly #erased = new Set<number>();
  #floor = 0n;
  #head = 0n;

  constructor(capacity: RecentCapacity) {
    this.#capacity = capacity;
  }

  get floor(): bigint {
    return this.#floor;
  }

  get head(): bigint {
    return this.#head;
  }

  get size(): number {
    return this.#changes.length - this.#gone;
  }

  get room(): number {
    return this.#bytes >= this.#capacity.bytes ? 0 : this.#capacity.changes - this.size;
  }

  startAt(position: bigint): void {
    this.#changes = [];
    this.#gone = 0;
    this.#bytes = 0;
    this.#deleted.clear();
    this.#erased.clear();
    this.#floor = position;
    this.#head = position;
  }

  /** Returns the changes to push, without those from or to erased members. */
  advance(changes: readonly Change[], position: bigint): readonly Change[] {
    this.#eraseBy(changes);
    const kept = changes.filter((change) => this.#isKept(change));
    for (const change of kept) this.#count(change);
    this.#changes.push(...kept);
    this.#head = position;
    while (this.size > this.#capacity.changes || this.#bytes > this.#capacity.bytes) this.#dropOldest();
    this.#compact();
    return kept;
  }

  /** Adds the changes in `(after, upTo]`; false if they aren't adjacent or don't fit. */
  extendBack(changes: readonly Change[], after: bigint, upTo: bigint): boolean {
    const bytes = changes.reduce((sum, change) => sum + sizeOf(change), this.#bytes);
    if (upTo !== this.#floor || changes.length > this.room || bytes > this.#capacity.bytes) return false;
    this.#eraseBy(changes);
    const kept = changes.filter((change) => this.#isKept(change));
    for (const change of kept) this.#count(change);
    this.#changes = [...kept, ...this.#changes.slice(this.#gone)];
    this.#gone = 0;
    this.#floor = after;
    return true;
  }

  /** Oldest first, without messages deleted later. */
  *after(position: bigint): Generator<Change> {
    for (let index = this.#indexAfter(position); index < this.#changes.length; index += 1) {
      const change = this.#changes[index];
      if (change === undefined) return;
      const deletedAt = change.sent === null ? undefined : this.#deleted.get(change.sent);
      if (deletedAt === undefined || deletedAt < change.position) yield change;
    }
  }

  #indexAfter(position: bigint): number {
    let low = this.#gone;
    let high = this.#changes.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const change = this.#changes[middle];
      if (change !== undefined && change.position <= position) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #isKept({ people }: Change): boolean {
    return !people.some((id) => this.#erased.has(id));
  }

  #eraseBy(changes: readonly Change[]): void {
    const erased = changes.flatMap((change) => change.erased ?? []);
    if (erased.length === 0) return;
    for (const userId of erased) this.#erased.add(userId);
    const kept = this.#changes.slice(this.#gone).filter((change) => this.#isKept(change));
    this.#changes = kept;
    this.#gone = 0;
    this.#bytes = 0;
    this.#deleted.clear();
    for (const change of kept) this.#count(change);
  }

  #count(change: Change): void {
    const { deleted, position } = change;
    this.#bytes += sizeOf(change);
    if (deleted !== null && position > (this.#deleted.get(deleted) ?? -1n))
      this.#deleted.set(deleted, position);
  }

  #dropOldest(): void {
    const oldest = this.#changes[this.#gone];
    if (oldest === undefined) return;
    this.#gone += 1;
    this.#bytes -= sizeOf(oldest);
    this.#floor = oldest.position;
    const { deleted, position } = oldest;
    if (deleted !== null && this.#deleted.get(deleted) === position) this.#deleted.delete(deleted);
  }

  #compact(): void {
    if (this.#gone <= this.#capacity.changes / 4) return;
    this.#changes = this.#changes.slice(this.#gone);
    this.#gone = 0;
  }
}
