export interface Snapshot {
  /** Of the last event applied. */
  readonly revision: number;
  readonly eventId: string;
  /** JSON. */
  readonly state: string;
}

/** Snapshots of long streams. Sealed with the member's key, not backed up, and optional: the log has everything. */
export interface Snapshots {
  /** Null if none opens. */
  find(subject: number, name: string): Promise<Snapshot | null>;
  /** Replaces the earlier one. Ignored for erased members. */
  put(subject: number, name: string, snapshot: Snapshot): Promise<void>;
}
