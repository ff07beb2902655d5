/** Links that confirm an email address. Nothing is stored of them: whoever has the vault's key knows its own. */
export interface ConfirmLinks {
  /** The secret part of a link to a member's address, good for a week and for that address alone. */
  issue(userId: number, email: string): Promise<string>;
  /** Of whom a link is that is still good; whether it is of the address they have now is to be asked with `isOf`. Null for any other text. */
  find(token: string): Promise<number | null>;
  /** Whether a link that `find` found is of this address. */
  isOf(token: string, email: string): boolean;
}
