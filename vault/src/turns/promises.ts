/** Leases for changing a member's ways to sign in. */
export interface CredentialTurns {
  /** For at most a minute, so that a crashed process loses it. @returns a token to end it; null if taken */
  take(userId: number): Promise<string | null>;
  /** Idempotent. */
  end(userId: number, holder: string): Promise<void>;
}
