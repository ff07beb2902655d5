import type { Position } from './position.ts';

/** How far a read model has followed the log. A row `<model>_next` is a rebuild under way. */
export interface CheckpointsTable {
  model: string;
  position: Position;
  /** Version of the code that shaped the tables. */
  version: number;
  /** The engine of the log that was followed; positions of another one mean nothing here. */
  engine: string;
  /** The end of the log as far as the writer knows; above `position` while there is something to catch up with. */
  head: Position | null;
  updated_at: Date;
  /** The event that stopped this model, null while it is well. */
  poison_position: Position | null;
  poison_type: string | null;
  /** Why the checkpoint can't be of the log that there is now, which stopped the model; null while it is well. */
  stranded: string | null;
  /** The last event that was folded, by which the log is known again; null before the first. */
  last_stream: string | null;
  last_revision: number | null;
  last_event_id: string | null;
}

/** Who may write a read model now (docs/decisions/projections-lease.md). */
export interface LeasesTable {
  model: string;
  /** Grows with every change of hands; a writer with an older one is fenced off. */
  epoch: string;
  /** A name for people to read; null when the lease was given back. */
  holder: string | null;
  expires_at: Date;
}
