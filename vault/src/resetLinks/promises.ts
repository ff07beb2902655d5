export interface ResetToken {
  readonly token: string;
  readonly expiresAt: Date;
}

/** Valid once and for an hour. */
export interface ResetLinks {
  /**
   * 256 bits, derived with the vault's key; only the hash is stored. A member has at most 10; the oldest is dropped.
   * @param id yields the same token again; random by default
   * @param how `mailed` to the address, which using it confirms
   */
  issue(userId: number, id?: string, how?: 'mailed'): Promise<ResetToken>;
  /** Null unless live. */
  issued(userId: number, id: string): Promise<ResetToken | null>;
  /** Null unless live. */
  find(token: string): Promise<number | null>;
  isMailed(token: string): Promise<boolean>;
  /**
   * In one transaction: voids the member's tokens, sets the password, ends sessions (`password_changed`), deletes push
   * subscriptions and challenges. Exactly one of concurrent calls gets true.
   * @param hash of `Passwords.hash`
   */
  redeem(token: string, hash: string): Promise<boolean>;
  forget(userId: number): Promise<void>;
}
