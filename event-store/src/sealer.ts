/** Bound to its place, so that it can't be moved. */
export interface FieldToSeal {
  readonly subject: number;
  readonly eventId: string;
  readonly field: string;
  readonly plaintext: string;
}

export interface FieldToOpen {
  readonly subject: number;
  readonly eventId: string;
  readonly field: string;
  readonly sealed: string;
}

/** Deterministic, so that repeated appends are recognized. */
export interface Sealer {
  /** Results are in order. Makes keys for new subjects. */
  seal(fields: readonly FieldToSeal[]): Promise<readonly string[]>;
  /**
   * Null if the key was destroyed, an error if the value was changed or its key is lost. Rejects on temporary failures.
   */
  open(fields: readonly FieldToOpen[]): Promise<readonly (string | null | Error)[]>;
  /**
   * Another one after a key was destroyed: what was opened before must be opened again. Null while this process would
   * not notice.
   */
  epoch(): symbol | null;
}
