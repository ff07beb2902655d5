import type { z } from 'zod';
import type { JsonObject } from './port.ts';

/**
 * Stands where a personal value was, after its owner has been erased. The schema of a personal field must accept
 * it, or events of erased members could not be read; `createEventStore` refuses one that doesn't.
 */
export const ERASED = '[erased]';

/**
 * Stands where a personal value does not open, because it was changed or its key is lost: one member's damage must stop nobody
 * else's events. Accepted by the schemas as `ERASED` is.
 */
export const UNREADABLE = '[unreadable]';

/** What an event type declares: its current schema, its personal fields, and how older versions become it. */
export interface EventTypeDefinition<S extends z.ZodType = z.ZodType> {
  /** Current schema version, from 1. */
  readonly version: number;
  readonly schema: S;
  /** String fields (null allowed) that are sealed, and the numeric field that names whose they are. */
  readonly personal?: { readonly subject: string; readonly fields: readonly string[] };
  /**
   * String fields that hold a position of the log, of an earlier event. Positions of two engines can't be compared: in a
   * log that was moved to another engine they read as the position of the event itself, the latest that can be meant.
   */
  readonly positions?: readonly string[];
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
  /** Id of the event that this one takes back; missing when it takes none back. */
  readonly undoes?: string | undefined;
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
