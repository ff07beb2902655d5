export type ClaimKind = 'username' | 'email' | 'wallet';

/** A member may list an address on several networks. */
export interface Claim {
  readonly kind: ClaimKind;
  /** In canonical spelling (`foldCase`, `normalizeAddress`); stored as a keyed hash. */
  readonly value: string;
}

export type ClaimMark = string;

export interface Claims {
  /**
   * All or none; repeats are no conflict. Unless confirmed, others may take claims over after a minute.
   * @returns the first claim that another member holds; null if all were taken
   */
  take(userId: number, claims: readonly Claim[]): Promise<Claim | null>;
  /** Once the event is in the log; takes lost claims again if free. */
  confirm(userId: number, claims: readonly Claim[]): Promise<void>;
  /** Null if not the member's. Each `take` and `confirm` changes it. */
  markOf(userId: number, claim: Claim): Promise<ClaimMark | null>;
  releaseIfUnchanged(userId: number, claim: Claim, mark: ClaimMark): Promise<void>;
  /** Makes claims pending, because the log does not have them. */
  doubt(userId: number, claims: readonly Claim[]): Promise<void>;
  /** Releases all but the username, which stays reserved permanently. */
  retire(userId: number): Promise<void>;
  /** The member with the confirmed or pending claim. */
  holder(claim: Claim): Promise<number | null>;
}
