import { type CommitCheck, checkCommit, type Expected } from './commitCheck.ts';
import { RecentIds } from './recentIds.ts';
import { recordSize } from './recordSize.ts';

/** An event as a client proposes it. `json` says whether its content type was `application/json`. */
export interface Proposed {
  readonly id: string;
  readonly type: string;
  readonly json: boolean;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
}

/** An event of the log. `position` is both its commit and its prepare position. */
export interface LogRecord extends Proposed {
  readonly stream: string;
  readonly revision: bigint;
  readonly position: bigint;
  /** Position of the byte after it, where the next record may begin. */
  readonly end: bigint;
  readonly created: Date;
}

/** What became of an append: `position` and `revision` are those of its last event. */
export type Appended =
  | { readonly kind: 'written' | 'repeated'; readonly revision: bigint; readonly position: bigint }
  | { readonly kind: 'wrong-expected-version'; readonly current: bigint };

/** Where the first event begins: the log of a real server starts with a record that clients never see. */
const epochRecordSize = 175n;

/** The log in memory. It outlives the servers that serve it, and several may share it. */
export class WireLog {
  readonly #records: LogRecord[] = [];
  readonly #streams = new Map<string, LogRecord[]>();
  readonly #listeners = new Set<() => void>();
  readonly #recentIds = new RecentIds();
  #end = epochRecordSize;

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

  /** The events of a stream, oldest first; undefined when it was never written to. */
  stream(name: string): readonly LogRecord[] | undefined {
    return this.#streams.get(name);
  }

  /** Appends all events or none, judged as the real server judges (`commitCheck.ts`). */
  append(stream: string, expected: Expected, events: readonly Proposed[]): Appended {
    const check = this.#check(stream, expected, events);
    if (check.decision === 'wrong-expected-version') return { kind: check.decision, current: check.current };
    if (check.decision === 'repeated') {
      return { kind: 'repeated', revision: check.revision, position: this.#position(stream, check.revision) };
    }
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

  /** Forgets which ids were appended lately, as a server does that restarts or takes over the lead. */
  forgetRecentIds(): void {
    this.#recentIds.clear();
  }

  #check(stream: string, expected: Expected, events: readonly Proposed[]): CommitCheck {
    return checkCommit(
      expected,
      events.map(({ id }) => id),
      {
        current: this.#lastRevision(stream),
        hasMetadata: this.#streams.has(`$$${stream}`),
        idAt: (revision) => this.#streams.get(stream)?.[Number(revision)]?.id,
        recent: (id) => this.#recentIds.revision(id, stream),
      },
    );
  }

  #write(stream: string, event: Proposed): void {
    const records = this.#streams.get(stream) ?? [];
    this.#streams.set(stream, records);
    const position = this.#end;
    this.#end += BigInt(recordSize(stream, event));
    const revision = BigInt(records.length);
    const record: LogRecord = { ...event, stream, revision, position, end: this.#end, created: new Date() };
    records.push(record);
    this.#records.push(record);
    this.#recentIds.add(event.id, stream, revision);
  }

  #lastRevision(stream: string): bigint {
    return BigInt(this.#streams.get(stream)?.length ?? 0) - 1n;
  }

  #position(stream: string, revision: bigint): bigint {
    return this.#streams.get(stream)?.[Number(revision)]?.position ?? -1n;
  }
}
