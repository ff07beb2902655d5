import type { Position } from './position.ts';

/**
 * All events without personal data, listed by `position desc`; every query has an index with that order. Times grow
 * with positions, except as `ClockTable` says.
 */
export interface EntriesTable {
  position: Position;
  event_id: string;
  stream: string;
  revision: number;
  type: string;
  actor_id: number | null;
  target_id: number | null;
  occurred_at: Date;
  correlation_id: string;
  causation_id: string;
  undoes: string | null;
  /** The event's data without its personal fields, as JSON. */
  facts: string;
  /** `3-7` or `global` (`conversationOf`). */
  conversation: string | null;
  /** Index within its conversation, from 0 and without gaps. */
  place: number | null;
}

/** How well times follow positions; one row, or none before the first entry. */
export interface ClockTable {
  only_row: true;
  latest: Date;
  /**
   * Largest step back, in milliseconds, of a time relative to smaller positions: clocks differ, and may be set back.
   */
  behind_ms: string;
}
