/** What a member is asked to sign something for. */
export type ChallengePurpose = 'prove-wallet';

/** What a challenge is for, as it was decided when it was given out. */
export interface Challenge {
  readonly userId: number;
  /** A kilobyte at most. */
  readonly bound: Readonly<Record<string, string>>;
}

/** Nonces that stand in what is to be signed, each good for one answer; only their hashes are stored. */
export interface Challenges {
  /** Makes a nonce for a member, which lives 30 minutes. They have 20 for a purpose at most: the oldest make room. */
  issue(
    purpose: ChallengePurpose,
    userId: number,
    bound: Challenge['bound'],
  ): Promise<{ readonly nonce: string; readonly expiresAt: Date }>;
  /** What a live nonce is for; null when it was made up, spent, has expired or is of another purpose. */
  find(purpose: ChallengePurpose, nonce: string): Promise<Challenge | null>;
  /** Keeps a live nonce for one answer: of several, on any process, one is told true, and is so again. */
  take(purpose: ChallengePurpose, nonce: string, answer: string): Promise<boolean>;
  /** Uses a nonce up, once what its answer led to is in the log. */
  spend(purpose: ChallengePurpose, nonce: string): Promise<void>;
}
