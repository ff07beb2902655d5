/**
 * What somebody is asked to sign something for; `openid` is what a provider is asked, and `openid-sign-up` waits for who came back from
 * there to register.
 */
export type ChallengePurpose =
  | 'prove-wallet'
  | 'claim-address'
  | 'register-wallet'
  | 'add-passkey'
  | 'fresh-proof'
  | 'passkey-sign-in'
  | 'wallet-sign-in'
  | 'openid'
  | 'openid-sign-up';

/** What a challenge is for, as it was decided when it was given out. */
export interface Challenge {
  /** 0 where it is not known yet who is asked. */
  readonly userId: number;
  /** Two kilobytes at most. */
  readonly bound: Readonly<Record<string, string>>;
}

/** Nonces that stand in what is to be signed, each good for one answer; only their hashes are stored, and what they are for is sealed: it opens by the nonce alone. */
export interface Challenges {
  /**
   * Makes a nonce for a member, which lives 30 minutes where an address is to be proved, and else 5 (and 10 or 30 for a provider). They have
   * 20 or 5 for a purpose at most: the oldest make room. For nobody in particular (0), and for a provider, there may be any number.
   */
  issue(
    purpose: ChallengePurpose,
    userId: number,
    bound: Challenge['bound'],
  ): Promise<{ readonly nonce: string; readonly expiresAt: Date }>;
  /** What a live nonce is for; null when it was made up, spent, has expired or is of another purpose. */
  find(purpose: ChallengePurpose, nonce: string): Promise<Challenge | null>;
  /** Keeps a live nonce for one answer: of several, on any process, one is told true, and is so again. */
  take(purpose: ChallengePurpose, nonce: string, answer: string): Promise<boolean>;
  /** Uses a live nonce up: once what its answer led to is in the log, or before what may only happen once. Of several, on any process, one is told true. */
  spend(purpose: ChallengePurpose, nonce: string): Promise<boolean>;
}
