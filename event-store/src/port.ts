export type JsonObject = { readonly [key: string]: Json };
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

/** As in EventStoreDB. A number is the revision of the last event, from 0. */
export type ExpectedRevision = 'any' | 'no-stream' | 'stream-exists' | number;

export interface NewEvent {
  /**
   * A UUID. A repeat in its stream with the same payload returns the first result, whatever is expected. The payload is
   * stream, type and data.
   */
  readonly eventId: string;
  readonly type: string;
  readonly data: JsonObject;
  readonly metadata: JsonObject;
}

export interface StoredEvent extends NewEvent {
  /** In the whole log: positive and increasing in commit order, on some engines with gaps. */
  readonly position: bigint;
  readonly stream: string;
  /** In the stream, from 0 without gaps. */
  readonly revision: number;
}

export interface AppendOptions {
  /** So that engines need not look for repeats (default false). */
  readonly idsAreNew?: boolean;
}

export interface AppendResult {
  readonly revision: number;
  readonly position: bigint;
  /** Whether the events had been appended before. */
  readonly repeated: boolean;
}

export interface Append {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly events: readonly NewEvent[];
}

/** Events must pass all given conditions. */
export interface ReadFilter {
  readonly types?: readonly string[];
  readonly streamPrefixes?: readonly string[];
}

/** `position` may be after the last event if others were filtered, so that checkpoints advance. */
export interface Batch<E> {
  readonly events: readonly E[];
  /** If a later `head` is smaller, the position is of another log. */
  readonly position: bigint;
  /** Whether `position` was the head. */
  readonly live: boolean;
}

export type BatchHandler<E> = (batch: Batch<E>) => Promise<void>;

export interface SubscribeOptions {
  readonly filter?: ReadFilter;
  /** Default 500. */
  readonly batchSize?: number;
}

export interface Subscription {
  /** Resolves when the handler will not be called again. Don't await it in the handler. */
  stop(): Promise<void>;
  /** Rejects if the handler threw; resolves on `stop`. */
  readonly done: Promise<void>;
}

/** Positions of one engine mean nothing to another. */
export type EngineName = 'memory' | 'postgres' | 'eventstoredb';

/** Checked for all engines by `test/contract.ts`. Readers see events in order of position. */
export interface EventLog {
  readonly engine: EngineName;
  /**
   * All events or none; at least one.
   * @throws WrongExpectedRevisionError
   * @throws EventIdConflictError if an event id is in this stream with another payload, or in another stream (which
   * EventStoreDB does not detect)
   * @throws InvalidEventError if larger than the engine takes
   * @throws StreamDeletedError
   * @throws LogUnavailableError if the engine is down or its queue is full (nothing is known to be written)
   * @throws TypeError for a malformed append; names can't start with $
   */
  append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
    options?: AppendOptions,
  ): Promise<AppendResult>;
  /**
   * As `append`, one after another, with as few commits as the engine can. A WrongExpectedRevisionError or an
   * EventIdConflictError ends only its own append; after another error, none of the rest is written, and it is theirs,
   * too.
   * @returns in the same order
   * @throws LogUnavailableError, also if that is the error of all
   * @throws TypeError for a malformed append, or an event id that occurs twice
   */
  appendInOrder(appends: readonly Append[]): Promise<readonly PromiseSettledResult<AppendResult>[]>;
  /** Oldest first; empty if the stream does not exist. @throws StreamDeletedError */
  readStream(stream: string, fromRevision?: number): AsyncIterable<StoredEvent>;
  readAll(after: bigint, filter?: ReadFilter, limit?: number): Promise<Batch<StoredEvent>>;
  /**
   * All events after a position, in order and exactly once, then live; one call at a time. Reconnects automatically.
   * With a filter, also called without events when only the position moved.
   */
  subscribe(after: bigint, handler: BatchHandler<StoredEvent>, options?: SubscribeOptions): Subscription;
  head(): Promise<bigint>;
  /** Finishes appends under way (not while EventStoreDB is down). */
  close(): Promise<void>;
}

/** Where a server stores a log. A restored or copied log is elsewhere, so a value differs. */
export type Origin = Readonly<Record<string, string>>;

export interface ServedEventLog extends EventLog {
  readonly queueDepth: number;
  /**
   * The head, asked for now, on PostgreSQL on the connection that all subscriptions wait on.
   * @throws the database's error, or LogUnavailableError
   */
  pulse(): Promise<bigint>;
  /** Resolves if an append would be written now, without appending anything. @throws like `pulse` */
  confirmWritable(): Promise<void>;
  /** Without values that this user may not read. */
  origin(): Promise<Origin>;
}
