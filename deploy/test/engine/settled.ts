/** Outcome of the messages that members have sent. */
export interface Settled {
  /** Messages that the members may read. */
  readonly messages: number;
  /** Messages that were acknowledged since the members signed in. */
  readonly acknowledged: number;
  /** Ids that were acknowledged and can't be read. */
  readonly lost: readonly string[];
  /** Ids that a member received, or may read, more than once. */
  readonly doubled: readonly string[];
  /** Failed reads by a visitor while the members talked. */
  readonly failedReads: number;
}
