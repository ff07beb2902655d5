/** Nothing is stored: the vault recognizes its links by an HMAC. */
export interface ConfirmLinks {
  /** Valid for a week. */
  issue(userId: number, email: string): Promise<string>;
  /** Only `isOf` verifies it. */
  find(token: string): Promise<number | null>;
  isOf(token: string, email: string): boolean;
}
