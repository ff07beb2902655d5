/** A JSON object as it is stored. */
export type JsonObject = { readonly [key: string]: Json };
/** Any JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

/**
 * What the appender believes of the stream (the four expectations of EventStoreDB). A number is the exact
 * revision of the stream's last event; the first event of a stream has revision 0.
 */
export type ExpectedRevision = 'any' | 'no-stream' | 'stream-exists' | number;

/** An event as an engine is given it: already sealed, identified by its maker. */
export interface NewEvent {
  /**
   * A UUID. Appending it again to its stream with the same payload returns the first result, whatever is expected by
   * then. The payload is stream, type and data; metadata tells when and because of what, and differs between tries.
   */
  readonly eventId: string;
  readonly type: string;
  readonly data: JsonObject;
  readonly metadata: JsonObject;
}

/** An event as an engine gives it back. */
export interface StoredEvent extends NewEvent {
  /** Place in the whole log: above 0, grows strictly, in commit order. Dense on some engines, with gaps on others. */
  readonly position: bigint;
  readonly stream: string;
  /** Place in its stream, from 0 and without gaps. */
  readonly revision: number;
}

/** What an appender knows of its events. */
export interface AppendOptions {
  /** Their ids were made for this append, so that no engine need look for an earlier one with them (default false). */
  readonly idsAreNew?: boolean;
}

/** Where an append ended: the stream's revision and the log position of its last event. */
export interface AppendResult {
  readonly revision: number;
  readonly position: bigint;
  /** True when these very events had been appended before and nothing was written now. */
  readonly repeated: boolean;
}

/** Which events a reader of the whole log wants: those that pass all that is given; everything when empty. */
export interface ReadFilter {
  readonly types?: readonly string[];
  /** Streams whose names start with one of these. */
  readonly streamPrefixes?: readonly string[];
}

/**
 * A run of events of the log, with how far it has looked. `position` may lie beyond the last event when the
 * filter left events out, so a follower's checkpoint advances over what it ignores.
 */
export interface Batch<E> {
  readonly events: readonly E[];
  /** Never beyond what `head` answers afterwards: one that is beyond is of another log. */
  readonly position: bigint;
  /** True when `position` was the head of the log as this batch was read. */
  readonly live: boolean;
}

/** How a follower wants its batches. */
export interface SubscribeOptions {
  readonly filter?: ReadFilter;
  /** Most events in one batch (default 500). */
  readonly batchSize?: number;
}

/** A running subscription. */
export interface Subscription {
  /** Stops after the batch in hand; resolves when the handler will not be called again. Not to be awaited in it. */
  stop(): Promise<void>;
  /** Rejects when the handler threw (the subscription is then over); resolves on `stop`. */
  readonly done: Promise<void>;
}

/** The engines there are. Positions of one mean nothing to another. */
export type EngineName = 'memory' | 'postgres' | 'eventstoredb';

/**
 * The append-only log that every engine implements; one contract suite (`test/contract.ts`) runs against all.
 * Readers see events in `position` order, never one before another with a smaller position.
 */
export interface EventLog {
  /** Which engine this is: a checkpoint holds for the engine that it was taken on and for no other. */
  readonly engine: EngineName;
  /**
   * Appends atomically, all events or none; at least one.
   * @throws WrongExpectedRevisionError when the stream is not as expected
   * @throws EventIdConflictError when an event id is known in this stream with another payload, or in another stream
   *   (which EventStoreDB can't tell: there an id is known within its stream only)
   * @throws InvalidEventError when it is larger than the engine takes
   * @throws StreamDeletedError when somebody has deleted the stream on the server (EventStoreDB's tombstone)
   * @throws LogUnavailableError when the engine is away or its queue is full (nothing is known to be written)
   * @throws TypeError when there are no events, or a name (it can't begin with $), an id or the expected revision is
   *   malformed
   */
  append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
    options?: AppendOptions,
  ): Promise<AppendResult>;
  /**
   * The events of a stream from a revision on, oldest first; empty when there is no such stream.
   * @throws StreamDeletedError when somebody has deleted it on the server (EventStoreDB's tombstone)
   */
  readStream(stream: string, fromRevision?: number): AsyncIterable<StoredEvent>;
  /** One page of the whole log after a position. Memory is bounded by `limit` (default 500). */
  readAll(after: bigint, filter?: ReadFilter, limit?: number): Promise<Batch<StoredEvent>>;
  /**
   * Calls the handler with every event after a position, in order, each exactly once, then goes on live; one
   * call at a time. Reconnects by itself from where the handler got to. Is not called while there is nothing new; with
   * a filter, also called without events when only the position has moved.
   */
  subscribe(
    after: bigint,
    handler: (batch: Batch<StoredEvent>) => Promise<void>,
    options?: SubscribeOptions,
  ): Subscription;
  /** Position of the last event, 0 when the log is empty. */
  head(): Promise<bigint>;
  /** Finishes appends under way (but for EventStoreDB's while it is away), ends reading and subscriptions, frees connections. */
  close(): Promise<void>;
}
