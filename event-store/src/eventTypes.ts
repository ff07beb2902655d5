import type { z } from 'zod';
import type { JsonObject } from './port.ts';

/** Replaces personal values of erased members, so their schemas must accept it. */
export const ERASED = '[erased]';

/**
 * Replaces personal values that don't open, so that one member's damage stops no other events. Schemas must accept it.
 */
export const UNREADABLE = '[unreadable]';

export interface EventTypeDefinition<S extends z.ZodType = z.ZodType> {
  readonly version: number;
  readonly schema: S;
  /** Sealed strings, and the numeric field with their owner. */
  readonly personal?: { readonly subject: string; readonly fields: readonly string[] };
  /**
   * String fields with an earlier event's position. After a move to another engine they read as the event's own
   * position, the latest possible.
   */
  readonly positions?: readonly string[];
  /** `upcasters[n]` converts opened data of version n to n + 1. */
  readonly upcasters?: { readonly [version: number]: (data: JsonObject) => JsonObject };
}

export type EventTypes = { readonly [type: string]: EventTypeDefinition };

/** Never personal. */
export interface EventMetadata {
  /** Null for the system. */
  readonly actorId: number | null;
  readonly correlationId: string;
  /** Command or event that directly caused this one. */
  readonly causationId: string;
  readonly undoes?: string | undefined;
  /** ISO 8601, UTC. */
  readonly time: string;
}

export type EventOf<T extends EventTypes> = {
  [K in keyof T & string]: { readonly type: K; readonly data: Readonly<z.infer<T[K]['schema']>> };
}[keyof T & string];

export type EventToAppend<T extends EventTypes> = EventOf<T> & {
  readonly eventId: string;
  readonly metadata: EventMetadata;
};

export type RecordedEvent<T extends EventTypes> = EventOf<T> & {
  readonly eventId: string;
  readonly metadata: EventMetadata;
  readonly stream: string;
  readonly revision: number;
  readonly position: bigint;
};
