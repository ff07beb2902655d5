import { randomUUID } from 'node:crypto';
import { type CommitCheck, checkCommit, type Expected } from './commitCheck.ts';
import { RecentIds } from './recentIds.ts';
import { recordSize } from './recordSize.ts';
import type { LogRecord, Proposed } from './records.ts';

/** What became of an append: `position` and `revision` are those of its last event. */
export type Appended =
  | { readonly kind: 'written' | 'repeated'; readonly revision: bigint; readonly position: bigint }
  | { readonly kind: 'wrong-expected-version'; readonly current: bigint }
  | { readonly kind: 'unanswered' };

/** Bytes before the first event: a record that is no event. */
const preamble = 236n;

/** The log in memory. It outlives the servers that serve it, and several may share it. */
export class WireLog {
  readonly #records: LogRecord[] = [];
  readonly #streams = new Map<string, LogRecord[]>();
  readonly #listeners = new Set<() => void>();
  readonly #recentIds = new RecentIds();
  readonly #tombstoned = new Set<string>();
  #end = preamble;

  /** Every event in the order of the log, system events too. */
  get records(): readonly LogRecord[] {
    return this.#records;
  }

  /** Position where the next record will begin. */
  get end(): bigint {
    return this.#end;
  }

  /** Position of the last event, -1 when there is none. */
  get lastPosition(): bigint {
    return this.#records.at(-1)?.position ?? -1n;
  }

  /** The events of a stream, oldest first; undefined when it has none. */
  stream(name: string): readonly LogRecord[] | undefined {
    return this.#streams.get(name);
  }

  /** Whether a stream was deleted for good; its events stay in the log. */
  isTombstoned(name: string): boolean {
    return this.#tombstoned.has(name);
  }

  /**
   * Deletes a stream for good: its last event says so, and stands where no other can follow.
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

  /** Appends all events or none, judged as the real server judges (`commitCheck.ts`). */
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

  /** Calls back after each append. @returns stops that */
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

  /** Whether something begins at a position: an event, the log itself, or what will be written next. */
  isBoundary(position: bigint): boolean {
    if (position === 0n || position === this.#end) return true;
    return this.#records[this.indexAt(position)]?.position === position;
  }

  /** Forgets which ids were appended lately, as a server does that restarts or takes over the lead. */
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
    const record: LogRecord = { ...event, stream, revision, position: this.#end, created: new Date() };
    this.#end += BigInt(recordSize(stream, event));
    records.push(record);
    this.#records.push(record);
    this.#recentIds.add(event.id, { stream, revision });
  }

  /** An append without events takes its place in the log, and nobody sees it. */
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
