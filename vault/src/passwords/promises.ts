/** Void once the password changes. */
export interface PasswordProof {
  readonly userId: number;
  /** Opaque; differs each time a password is set. */
  readonly mark: string;
}

/** Argon2id (19 MiB, t=2, p=1), in a bounded worker pool. */
export interface Passwords {
  readonly waiting: number;
  /** Independent of the log, which may no longer list the password. */
  has(userId: number): Promise<boolean>;
  /** False if there is one. @throws VaultBusyError */
  setFirst(userId: number, password: string): Promise<boolean>;
  /**
   * @returns null, changing nothing, if the password changed since the proof
   * @throws VaultBusyError
   */
  replace(proof: PasswordProof, password: string): Promise<PasswordProof | null>;
  /** Takes as long for unknown members (null). @throws VaultBusyError */
  prove(userId: number | null, password: string): Promise<PasswordProof | null>;
  /** @throws VaultBusyError */
  verify(userId: number | null, password: string): Promise<boolean>;
  forget(userId: number): Promise<void>;
  /** For `ResetLinks.redeem`; stores nothing. @throws VaultBusyError */
  hash(password: string): Promise<string>;
}
