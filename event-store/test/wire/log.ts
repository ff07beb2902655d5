import { randomUUID } from 'node:crypto';
import { type CommitCheck, checkCommit, type Expected } from './commitCheck.ts';
import { RecentIds } from './recentIds.ts';
import { recordSize } from './recordSize.ts';
import type { Proposed, WireRecord } from './records.ts';

/** `position` and `revision` are those of the last event. */
export type Appended =
  | { readonly kind: 'written' | 'repeated'; readonly revision: bigint; readonly position: bigint }
  | { readonly kind: 'wrong-expected-version'; readonly current: bigint }
  | { readonly kind: 'unanswered' };

/** Bytes before the first event, of another record. */
const preamble = 236n;

/** The log in memory. It outlives its servers, and several may share it. */
export class WireLog {
  /** By reads and subscriptions, counting repeats. */
  eventsSent = 0;
  readonly #records: WireRecord[] = [];
  readonly #streams = new Map<string, WireRecord[]>();
  readonly #listeners = new Set<() => void>();
  readonly #recentIds = new RecentIds();
  readonly #tombstoned = new Set<string>();
  #end = preamble;

  /** All events in log order, including system events. */
  get records(): readonly WireRecord[] {
    return this.#records;
  }

  /** Position of the next record. */
  get end(): bigint {
    return this.#end;
  }

  /** -1 if there is none. */
  get lastPosition(): bigint {
    return this.#records.at(-1)?.position ?? -1n;
  }

  /** Oldest first; undefined if it has none. */
  stream(name: string): readonly WireRecord[] | undefined {
    return this.#streams.get(name);
  }

  /** Whether a stream was permanently deleted; its events stay in the log. */
  isTombstoned(name: string): boolean {
    return this.#tombstoned.has(name);
  }

  /**
   * Permanently deletes a stream: its last event is the tombstone, at the greatest revision.
   * @returns its position
   */
  tombstone(stream: string): bigint {
    const nothing = new Uint8Array();
    const event = { id: randomUUID(), type: '$streamDeleted', json: true, data: nothing, metadata: nothing };
    const record = { ...event, stream, revision: 2n ** 63n - 1n, position: this.#end, created: new Date() };
    this.#end += BigInt(recordSize(stream, event));
    this.#records.push(record);
    this.#tombstoned.add(stream);
    for (const listener of this.#listeners) listener();
    return record.position;
  }

  /** Appends all events or none, decided like the real server (`commitCheck.ts`). */
  append(stream: string, expected: Expected, events: readonly Proposed[]): Appended {
    const check = this.#check(stream, expected, events);
    if (check.decision === 'wrong-expected-version') return { kind: check.decision, current: check.current };
    if (check.decision === 'unanswered') return { kind: check.decision };
    if (check.decision === 'repeated') return this.#repeated(stream, check.revision);
    if (events.length === 0) return this.#writeNothing(stream);
    for (const event of events) this.#write(stream, event);
    for (const listener of this.#listeners) listener();
    return { kind: 'written', revision: this.#lastRevision(stream), position: this.lastPosition };
  }

  /** Calls back after each append. @returns a function to stop */
  onAppended(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Index in `records` of the first event at or after a position. */
  indexAt(position: bigint): number {
    let low = 0;
    let high = this.#records.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const record = this.#records[middle];
      if (record !== undefined && record.position < position) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Whether an event, the log or the next record starts at a position. */
  isBoundary(position: bigint): boolean {
    if (position === 0n || position === this.#end) return true;
    return this.#records[this.indexAt(position)]?.position === position;
  }

  /** Forgets recent ids, like a server that restarts or becomes the leader. */
  forgetRecentIds(): void {
    this.#recentIds.clear();
  }

  #check(stream: string, expected: Expected, events: readonly Proposed[]): CommitCheck {
    const ids = events.map(({ id }) => id);
    return checkCommit(expected, ids, {
      current: this.#lastRevision(stream),
      hasMetadata: this.#streams.has(`$$${stream}`),
      idAt: (revision) => this.#streams.get(stream)?.[Number(revision)]?.id,
      recent: (id) => this.#recentIds.revision(id, stream),
    });
  }

  #repeated(stream: string, revision: bigint): Appended {
    const position = this.#streams.get(stream)?.[Number(revision)]?.position ?? -1n;
    return { kind: 'repeated', revision, position };
  }

  #write(stream: string, event: Proposed): void {
    const records = this.#streams.get(stream) ?? [];
    this.#streams.set(stream, records);
    const revision = BigInt(records.length);
    const record: WireRecord = { ...event, stream, revision, position: this.#end, created: new Date() };
    this.#end += BigInt(recordSize(stream, event));
    records.push(record);
    this.#records.push(record);
    this.#recentIds.add(event.id, { stream, revision });
  }

  /** An append without events takes space in the log, but is invisible. */
  #writeNothing(stream: string): Appended {
    const position = this.#end;
    this.#end += BigInt(recordSize(stream, { type: '', data: new Uint8Array(), metadata: new Uint8Array() }));
    const revision = this.#lastRevision(stream);
    return { kind: 'written', revision: revision < 0n ? 0n : revision, position };
  }

  #lastRevision(stream: string): bigint {
    return BigInt(this.#streams.get(stream)?.length ?? 0) - 1n;
  }
}
