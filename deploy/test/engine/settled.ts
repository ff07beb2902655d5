/** What became of the messages that members have sent. */
export interface Settled {
  /** All that the members may read. */
  readonly messages: number;
  /** Those that were acknowledged to their senders since they came in. */
  readonly acknowledged: number;
  /** Ids that were acknowledged and can't be read. */
  readonly lost: readonly string[];
  /** Ids that a member was told, or may read, more than once. */
  readonly doubled: readonly string[];
  /** Reads by a visitor that failed while they talked. */
  readonly failedReads: number;
}
