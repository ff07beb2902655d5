/** Turns at changing how one member signs in, of which one process has at most one at a time. */
export interface CredentialTurns {
  /**
   * Takes the turn for a member, for a minute at most: that of a process that died is over then.
   * @returns what ends it; null while somebody else has it
   */
  take(userId: number): Promise<string | null>;
  /** Ends a turn; no harm when it is over. */
  end(userId: number, holder: string): Promise<void>;
}
