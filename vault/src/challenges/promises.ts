/** `openid-sign-up` waits for a newcomer from the provider. */
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

export interface Challenge {
  readonly userId: number;
  /** At most 2 KB. */
  readonly bound: Readonly<Record<string, string>>;
}

/** Nonces for signing, each good for one answer. Only hashes are stored; the bound values open only with the nonce. */
export interface Challenges {
  /**
   * Lives 30 minutes to prove an address, 10 or 30 for a provider, otherwise 5. A member has at most 20 (address) or 5
   * per purpose; the oldest are dropped.
   */
  issue(
    purpose: ChallengePurpose,
    userId: number,
    bound: Challenge['bound'],
  ): Promise<{ readonly nonce: string; readonly expiresAt: Date }>;
  /** Null if unknown, spent, expired or of another purpose. */
  find(purpose: ChallengePurpose, nonce: string): Promise<Challenge | null>;
  /** Reserves a nonce: only one answer gets true, on each call. */
  take(purpose: ChallengePurpose, nonce: string, answer: string): Promise<boolean>;
  /** Call it once the answer is in the log, or before a one-time action. Only one caller gets true. */
  spend(purpose: ChallengePurpose, nonce: string): Promise<boolean>;
}
