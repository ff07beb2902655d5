/** Whether something may be tried now. */
export type Attempt =
  | { readonly admitted: true; readonly at: Date }
  /** `retryAfter`: whole seconds until the next try will be heard, at least 1. */
  | { readonly admitted: false; readonly retryAfter: number };

/**
 * So many tries in a window of time and no more, counted by all processes together (design "HTTP"). A try counts from
 * the moment it is admitted, so that many at once can't slip through.
 */
export interface Attempts {
  /** Counts a try, or refuses it. @param who any stable name for who tries; stored as a keyed hash, and not for long */
  admit(who: string): Promise<Attempt>;
  /**
   * As `admit`, without asking when there is room again: one statement, whatever comes of it.
   * @returns when the try was counted; null when it was refused
   */
  take(who: string): Promise<Date | null>;
  /** Takes one counted try back, when it never took place. */
  withdraw(who: string, at: Date): Promise<void>;
  /** Forgets all tries. */
  clear(who: string): Promise<void>;
}
