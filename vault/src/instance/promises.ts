/** Which installation this is: vault and log carry the same id, so that neither is used with another's (docs/decisions/instance.md). */
export interface Instance {
  /** The id, made by whoever asks first; and whether the log was seen to carry it, which a restored vault has to see anew. */
  find(): Promise<{ readonly id: string; readonly isConfirmed: boolean }>;
  /** Says that the log carries this id, which is the vault's from now on. */
  confirm(id: string): Promise<void>;
}
