/** That somebody knew a member's password, and which one that was: worth nothing once the member has another. */
export interface PasswordProof {
  readonly userId: number;
  /** Opaque; another one each time that a password is set, also the same one again. */
  readonly mark: string;
}

/** Passwords, argon2id (19 MiB, t=2, p=1), hashed in a bounded worker pool. */
export interface Passwords {
  /** Passwords that wait for a worker of the pool. */
  readonly waiting: number;
  /** Whether a member has one, whatever the log says. */
  has(userId: number): Promise<boolean>;
  /** Sets a member's first password; false, and nothing changes, when there is one already. @throws VaultBusyError */
  setFirst(userId: number, password: string): Promise<boolean>;
  /**
   * Sets another password in the place of the one that was proved.
   * @returns the proof of the other; null, and nothing changes, when that is not the member's any more
   * @throws VaultBusyError when the pool's queue is full
   */
  replace(proof: PasswordProof, password: string): Promise<PasswordProof | null>;
  /** The proof that it is the member's password, or null; takes the same time when there is no such member (null). @throws VaultBusyError */
  prove(userId: number | null, password: string): Promise<PasswordProof | null>;
  /** Whether `prove` would prove it. @throws VaultBusyError */
  verify(userId: number | null, password: string): Promise<boolean>;
  /** Forgets a member's password. */
  forget(userId: number): Promise<void>;
  /** A password made ready to be set by `ResetLinks.redeem`; nothing is stored. @throws VaultBusyError */
  hash(password: string): Promise<string>;
}
