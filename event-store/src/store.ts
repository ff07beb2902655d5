import type { z } from 'zod';
import type {
  AppendResult,
  Batch,
  ExpectedRevision,
  JsonObject,
  ReadFilter,
  SubscribeOptions,
  Subscription,
} from './port.ts';

/** Stands where a personal value was, after its owner has been erased. */
export const ERASED = '[erased]';

/** What an event type declares: its current schema, its personal fields, and how older versions become it. */
export interface EventTypeDefinition<S extends z.ZodType = z.ZodType> {
  /** Current schema version, from 1. */
  readonly version: number;
  readonly schema: S;
  /** String fields (null allowed) that are sealed, and the numeric field that names whose they are. */
  readonly personal?: { readonly subject: string; readonly fields: readonly string[] };
  /** `upcasters[n]` turns data of version n into version n + 1. Runs on opened data. */
  readonly upcasters?: { readonly [version: number]: (data: JsonObject) => JsonObject };
}

/** All event types of a log, by name. */
export type EventTypes = { readonly [type: string]: EventTypeDefinition };

/** Who did it, when and because of what; stored beside every event, never personal. */
export interface EventMetadata {
  /** Member id of the actor; null for the system itself. */
  readonly actorId: number | null;
  /** One id for everything that follows from one request. */
  readonly correlationId: string;
  /** The command or event that directly caused this one. */
  readonly causationId: string;
  /** ISO 8601, UTC. */
  readonly time: string;
}

/** The union of an event registry: `{ type, data }` with data as its schema says. */
export type EventOf<T extends EventTypes> = {
  [K in keyof T & string]: { readonly type: K; readonly data: Readonly<z.infer<T[K]['schema']>> };
}[keyof T & string];

/** An event ready to be appended. */
export type EventToAppend<T extends EventTypes> = EventOf<T> & {
  readonly eventId: string;
  readonly metadata: EventMetadata;
};

/** An event as read: opened, upcast to the current version, checked against its schema. */
export type RecordedEvent<T extends EventTypes> = EventOf<T> & {
  readonly eventId: string;
  readonly metadata: EventMetadata;
  readonly stream: string;
  readonly revision: number;
  readonly position: bigint;
};

/**
 * The log as the services see it: typed events in, typed events out; personal fields sealed on the way in and
 * opened on the way out. Same promises and errors as the engine's `EventLog` below it.
 */
export interface EventStore<T extends EventTypes> {
  append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly EventToAppend<T>[],
  ): Promise<AppendResult>;
  readStream(stream: string, fromRevision?: number): AsyncIterable<RecordedEvent<T>>;
  readAll(after: bigint, filter?: ReadFilter, limit?: number): Promise<Batch<RecordedEvent<T>>>;
  subscribe(
    after: bigint,
    handler: (batch: Batch<RecordedEvent<T>>) => Promise<void>,
    options?: SubscribeOptions,
  ): Subscription;
  head(): Promise<bigint>;
  close(): Promise<void>;
}
