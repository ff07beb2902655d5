import type { Position } from '../storage/columns.ts';

/** A row `<model>_next` is a running rebuild. */
export interface CheckpointsTable {
  model: string;
  position: Position;
  /** Version of the code that made the tables. */
  version: number;
  /** That made the tables; null if it did not note that. */
  release: string | null;
  /** Positions of another engine mean nothing here. */
  engine: string;
  /** Of the log that it follows; null if a release from before there were any made the row. */
  incarnation: string | null;
  /** The end of the log as far as the writer knows. */
  head: Position | null;
  /** Whether the rows have ever been complete; `false` only for a model that is folded for the first time. */
  filled: boolean;
  updated_at: Date;
  poison_position: Position | null;
  poison_type: string | null;
  stranded: string | null;
  /** Null before the first. */
  last_stream: string | null;
  last_revision: number | null;
  last_event_id: string | null;
}

/** See docs/decisions/projections-lease.md. */
export interface LeasesTable {
  model: string;
  epoch: string;
  /** Name and release for operators; null when the lease was returned. */
  holder: string | null;
  expires_at: Date;
  /** The epoch of `taken_at`: releases before there was one do not note either. */
  taken_epoch: string | null;
  taken_at: Date | null;
}

/**
 * SQL for the whole seconds since no process may write a model, by the database's clock; 0 while one may. Made of the
 * names of its rows of checkpoints, leases, and leases of its rebuild.
 */
export const unwrittenSeconds = (checkpoint: string, live: string, next: string): string =>
  `greatest(0, extract(epoch from clock_timestamp() -
     greatest(${live}.expires_at, ${next}.expires_at, ${checkpoint}.updated_at)))::int`;
