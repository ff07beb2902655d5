import type { Position } from './position.ts';

/** A row `<model>_next` is a running rebuild. */
export interface CheckpointsTable {
  model: string;
  position: Position;
  /** Version of the code that made the tables. */
  version: number;
  /** Engine of the followed log; positions of another one mean nothing here. */
  engine: string;
  /** The end of the log as far as the writer knows. */
  head: Position | null;
  updated_at: Date;
  /** The event that stopped this model, if any. */
  poison_position: Position | null;
  poison_type: string | null;
  /** Why the checkpoint doesn't match the current log, which stopped the model. */
  stranded: string | null;
  /** The last folded event, which identifies the log; null before the first. */
  last_stream: string | null;
  last_revision: number | null;
  last_event_id: string | null;
}

/** See docs/decisions/projections-lease.md. */
export interface LeasesTable {
  model: string;
  /** Grows with every new holder; writers with an older one are fenced off. */
  epoch: string;
  /** Name for operators; null when the lease was returned. */
  holder: string | null;
  expires_at: Date;
}
