/** A member who is about to be erased, or just being erased. */
export interface IntendedErasure {
  readonly userId: number;
  readonly intendedAt: Date;
  /** How long ago that was, in milliseconds, by the clock of the database. */
  readonly ageMs: number;
}

/** What is noted of erasures, so that one that crashed is finished. */
export interface Erasures {
  /** Notes that a member is about to be erased, before anything says so; again makes it newer. */
  intend(userId: number): Promise<IntendedErasure>;
  /** All that were intended and not settled, the oldest first. */
  unfinished(): Promise<readonly IntendedErasure[]>;
  /** Strikes an intention out: it was carried out, or came to nothing. A newer one of the same member stays. */
  settle(intended: IntendedErasure): Promise<void>;
}
