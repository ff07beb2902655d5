/** One personal value to be sealed, bound to its place so that it can't be moved to another event or field. */
export interface FieldToSeal {
  /** Whose the value is: the member's id. */
  readonly subject: number;
  readonly eventId: string;
  readonly field: string;
  readonly plaintext: string;
}

/** A sealed value to be opened, with the place it was sealed for. */
export interface FieldToOpen {
  readonly subject: number;
  readonly eventId: string;
  readonly field: string;
  readonly sealed: string;
}

/**
 * Encrypts personal fields with a key per member. Sealing is deterministic: the same plaintext in the same
 * place gives the same bytes, so that a repeated append is recognised as a repeat.
 */
export interface Sealer {
  /** Sealed values in the order given; makes the key of a new subject. */
  seal(fields: readonly FieldToSeal[]): Promise<readonly string[]>;
  /**
   * Plaintexts in the order given; null where the subject's key was destroyed, and an error where a value will never open: it
   * was changed, or its key is lost. Rejects when that can't be told now.
   */
  open(fields: readonly FieldToOpen[]): Promise<readonly (string | null | Error)[]>;
}
