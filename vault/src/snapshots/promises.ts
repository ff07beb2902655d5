/** A state that a member's stream had come to after an event. */
export interface Snapshot {
  /** Of the last event that is in it. */
  readonly revision: number;
  readonly eventId: string;
  /** The state, as JSON. */
  readonly state: string;
}

/**
 * States of members' long streams, so that they need not be read from their beginning. Sealed with the member's key as the
 * events are, in no backup, and never needed: what is missing, or can't be opened, is folded from the log.
 */
export interface Snapshots {
  /** The latest of a member under a name; null where there is none that opens. */
  find(subject: number, name: string): Promise<Snapshot | null>;
  /** Stores one in place of the member's earlier one of that name; nothing for a member who is erased. */
  put(subject: number, name: string, snapshot: Snapshot): Promise<void>;
}
