/** A link's secret part, given out once. */
export interface ResetToken {
  readonly token: string;
  /** An hour after it was made. */
  readonly expiresAt: Date;
}

/** Links with which a member chooses a password without knowing the old one: good once, and for an hour (design "HTTP"). */
export interface ResetLinks {
  /**
   * Makes a token of 256 bits for a member, which nobody can tell who has not the vault's key, and of which only the hash is stored.
   * They have 10 at most: the oldest makes room.
   * @param id the same id stands for the same token; another each time when missing
   * @param how whether it goes to the member's address, which using it confirms
   */
  issue(userId: number, id?: string, how?: 'mailed'): Promise<ResetToken>;
  /** The token that was issued under an id, while it is live; null when it was used, voided, has expired or never was. */
  issued(userId: number, id: string): Promise<ResetToken | null>;
  /** Whose live token it is; null when it was made up, used or has expired, or the member used another one. */
  find(token: string): Promise<number | null>;
  /** Whether a live token went to its member's address. */
  isMailed(token: string): Promise<boolean>;
  /**
   * Uses a token up, and with it all others of the member: all at once, or not at all, the password is set, every session of theirs
   * ends (`password_changed`), and push subscriptions and challenges are gone. Of several at the same moment exactly one is told true.
   * @param hash of `Passwords.hash`
   */
  redeem(token: string, hash: string): Promise<boolean>;
  /** Voids whatever links a member has. */
  forget(userId: number): Promise<void>;
}
