import type { Position } from './position.ts';

/**
 * The history: every event, with what is asked for in columns, and nothing that is personal. Listed by `position desc`;
 * there is an index for each way of asking that ends with it. Times grow with positions, but for what `ClockTable` says.
 */
export interface EntriesTable {
  position: Position;
  event_id: string;
  stream: string;
  revision: number;
  type: string;
  /** Who did it; null for the system itself. */
  actor_id: number | null;
  /** Whom it is about; null where that is no single member. */
  target_id: number | null;
  occurred_at: Date;
  correlation_id: string;
  causation_id: string;
  /** Id of the event that it takes back; null when it takes none back. */
  undoes: string | null;
  /** The event's data without its personal fields, as JSON. */
  facts: string;
  /** `3-7` or `global` (`conversationOf`); null where it is part of no conversation. */
  conversation: string | null;
  /** Place among the entries of its conversation, from 0 and without gaps; null where there is none. */
  place: number | null;
}

/** How well times follow positions, in one row, or none before the first entry. */
export interface ClockTable {
  only_row: true;
  /** The latest time of all entries. */
  latest: Date;
  /** How long at most, in milliseconds, an entry's time was before that of one with a smaller position: clocks differ, and may be set back. */
  behind_ms: string;
}
