/** What must be unique among members. */
export type ClaimKind = 'username' | 'email' | 'wallet';

/** A value that a member claims; wallet values name the address alone, since a member may list it on several networks. */
export interface Claim {
  readonly kind: ClaimKind;
  /** In its one spelling (`foldCase`, `normalizeAddress`); stored as a keyed hash only. */
  readonly value: string;
}

/** Opaque; tells whether a claim is still as it was. */
export type ClaimMark = string;

/** Unique values, decided by unique keys over keyed hashes. */
export interface Claims {
  /**
   * Claims all values for a member or none of them; again for the same member is no conflict. Claims start out
   * unconfirmed; one that stays so for a minute (its command crashed) may be taken over.
   * @returns the first claim that another member holds, or null when all were taken
   */
  take(userId: number, claims: readonly Claim[]): Promise<Claim | null>;
  /** Makes claims lasting, once the event that needs them is in the log; one that was lost meanwhile is made again if it is free. */
  confirm(userId: number, claims: readonly Claim[]): Promise<void>;
  /** How the member's claim is now; null when it is not theirs. Another one after every `take` and `confirm`. */
  markOf(userId: number, claim: Claim): Promise<ClaimMark | null>;
  /** Gives a claim up, unless another process has taken it again for the same member since its mark was read. */
  releaseIfUnchanged(userId: number, claim: Claim, mark: ClaimMark): Promise<void>;
  /** Says that claims are not lasting after all, as the log tells: they count as pending since they were last taken. */
  doubt(userId: number, claims: readonly Claim[]): Promise<void>;
  /** Gives up what an erased member claims, whatever the values are; but their username stays theirs for ever, so that nobody takes it. */
  retire(userId: number): Promise<void>;
  /** The member who holds a confirmed or pending claim, or null. */
  holder(claim: Claim): Promise<number | null>;
}
