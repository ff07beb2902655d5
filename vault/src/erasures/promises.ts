export interface IntendedErasure {
  readonly userId: number;
  readonly intendedAt: Date;
  /** In milliseconds, by the database's clock. */
  readonly ageMs: number;
}

export interface Erasures {
  /** Call it before the append; a repeat renews the intention. */
  intend(userId: number): Promise<IntendedErasure>;
  /** Oldest first. */
  unfinished(): Promise<readonly IntendedErasure[]>;
  /** Removes the intention unless it was renewed since. */
  settle(intended: IntendedErasure): Promise<void>;
}
