export type Attempt =
  | { readonly admitted: true; readonly at: Date }
  /** `retryAfter` is in whole seconds, at least 1. */
  | { readonly admitted: false; readonly retryAfter: number };

/**
 * Counted across processes. A try counts when it is admitted, so that concurrent ones can't slip through.
 */
export interface Attempts {
  /** @param who stored as a keyed hash, and only briefly */
  admit(who: string): Promise<Attempt>;
  /** As `admit`, in one statement without `retryAfter`. @returns null if refused */
  take(who: string): Promise<Date | null>;
  /** For a try that did not take place. */
  withdraw(who: string, at: Date): Promise<void>;
  clear(who: string): Promise<void>;
}
