/** Links that confirm an email address. Nothing is stored: the vault recognizes its own by an HMAC. */
export interface ConfirmLinks {
  /** The secret part of a link to a member's address, good for a week and for that address alone. */
  issue(userId: number, email: string): Promise<string>;
  /** The member that an unexpired token names; null for any other text. Not proof of anything until `isOf` has verified it. */
  find(token: string): Promise<number | null>;
  /** Whether this vault issued the token for this address. */
  isOf(token: string, email: string): boolean;
}
