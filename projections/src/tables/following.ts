import type { Position } from '../storage/columns.ts';

/** A row `<model>_next` is a running rebuild. */
export interface CheckpointsTable {
  model: string;
  position: Position;
  /** Version of the code that made the tables. */
  version: number;
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
  /** Name for operators; null when the lease was returned. */
  holder: string | null;
  expires_at: Date;
}
