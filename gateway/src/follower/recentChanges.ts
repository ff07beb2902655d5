import type { Change } from '../frames/change.ts';

/** How much is remembered: changes, and bytes of their frames. */
export interface RecentCapacity {
  readonly changes: number;
  readonly bytes: number;
}

/**
 * All changes in `(floor, head]`, in order of position and without a gap, for sockets that come back. `head` is
 * the position that the gateway has pushed up to; `floor` rises as old changes are let go. A message that was
 * deleted meanwhile, or a notification that was hidden, is not handed out again; what members wrote, read or were
 * written who were erased is not even kept.
 */
export class RecentChanges {
  readonly #capacity: RecentCapacity;
  #changes: Change[] = [];
  /** How many of `#changes`, from the start, have been let go; they are cut off in one go now and then. */
  #gone = 0;
  #bytes = 0;
  readonly #deleted = new Set<string>();
  /** For good: another process may let something of theirs through a moment too late. A number for each is little. */
  readonly #erased = new Set<number>();
  #floor = 0n;
  #head = 0n;

  constructor(capacity: RecentCapacity) {
    this.#capacity = capacity;
  }

  /** Everything after this position is remembered. */
  get floor(): bigint {
    return this.#floor;
  }

  /** Everything up to this position has been taken in. */
  get head(): bigint {
    return this.#head;
  }

  get size(): number {
    return this.#changes.length - this.#gone;
  }

  /** How many older changes there is room for. */
  get room(): number {
    return this.#bytes >= this.#capacity.bytes ? 0 : this.#capacity.changes - this.size;
  }

  /** Forgets everything and begins anew after a position. */
  startAt(position: bigint): void {
    this.#changes = [];
    this.#gone = 0;
    this.#bytes = 0;
    this.#deleted.clear();
    this.#erased.clear();
    this.#floor = position;
    this.#head = position;
  }

  /**
   * Takes in the changes of a batch that reached up to a position.
   * @returns those that are to be told: all but what members wrote, read or were written who are erased by then
   */
  advance(changes: readonly Change[], position: bigint): readonly Change[] {
    this.#eraseBy(changes);
    const standing = changes.filter((change) => this.#stands(change));
    for (const change of standing) this.#count(change);
    this.#changes.push(...standing);
    this.#head = position;
    while (this.size > this.#capacity.changes || this.#bytes > this.#capacity.bytes) this.#letGo();
    this.#compact();
    return standing;
  }

  /**
   * Takes in the changes in `(after, upTo]`, older than all others. False, and nothing is taken in, when they
   * don't join on to the others any more or there is no room for them.
   */
  extendBack(changes: readonly Change[], after: bigint, upTo: bigint): boolean {
    const bytes = changes.reduce((sum, change) => sum + change.bytes.byteLength, this.#bytes);
    if (upTo !== this.#floor || changes.length > this.room || bytes > this.#capacity.bytes) return false;
    this.#eraseBy(changes);
    const standing = changes.filter((change) => this.#stands(change));
    for (const change of standing) this.#count(change);
    this.#changes = [...standing, ...this.#changes.slice(this.#gone)];
    this.#gone = 0;
    this.#floor = after;
    return true;
  }

  /** The changes after a position, the oldest first, without messages that were deleted since. */
  *after(position: bigint): Generator<Change> {
    for (let index = this.#indexAfter(position); index < this.#changes.length; index += 1) {
      const change = this.#changes[index];
      if (change === undefined) return;
      if (change.sent === null || !this.#deleted.has(change.sent)) yield change;
    }
  }

  /** Index of the first change after a position. */
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

  #stands({ people }: Change): boolean {
    return !people.some((id) => this.#erased.has(id));
  }

  /** Forgets everything of the members whose erasure the changes tell of. */
  #eraseBy(changes: readonly Change[]): void {
    const erased = changes.flatMap((change) => change.erased ?? []);
    if (erased.length === 0) return;
    for (const userId of erased) this.#erased.add(userId);
    const standing = this.#changes.slice(this.#gone).filter((change) => this.#stands(change));
    this.#changes = standing;
    this.#gone = 0;
    this.#bytes = 0;
    this.#deleted.clear();
    for (const change of standing) this.#count(change);
  }

  #count(change: Change): void {
    this.#bytes += change.bytes.byteLength;
    if (change.deleted !== null) this.#deleted.add(change.deleted);
  }

  #letGo(): void {
    const oldest = this.#changes[this.#gone];
    if (oldest === undefined) return;
    this.#gone += 1;
    this.#bytes -= oldest.bytes.byteLength;
    this.#floor = oldest.position;
    if (oldest.deleted !== null) this.#deleted.delete(oldest.deleted);
  }

  #compact(): void {
    if (this.#gone <= this.#capacity.changes / 4) return;
    this.#changes = this.#changes.slice(this.#gone);
    this.#gone = 0;
  }
}
