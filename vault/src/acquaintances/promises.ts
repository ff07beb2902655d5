/** A member, and a peer they know: the member wrote to the peer, or accepted the peer's messages. */
export type Acquaintance = readonly [userId: number, peerId: number];

export interface Acquaintances {
  /** Those of the pairs that know. */
  known(pairs: readonly Acquaintance[]): Promise<readonly Acquaintance[]>;
  /** Ignores known pairs and erased members. */
  add(pairs: readonly Acquaintance[]): Promise<void>;
}
