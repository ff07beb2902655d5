/** A live session: who, and the hashed token's id. */
export interface Session {
  readonly id: string;
  readonly userId: number;
  readonly expiresAt: Date;
}

/** Why a session ended. */
export type SessionEndReason = 'logout' | 'expired' | 'password_changed' | 'suspended' | 'deleted';

/** Told to every process within a second of the end of sessions. */
export interface SessionEnded {
  readonly sessionId: string;
  readonly userId: number;
  readonly reason: SessionEndReason;
}

/** Signed-in browsers. Tokens are opaque and random; only their hashes are stored. */
export interface Sessions {
  /** Starts a session; the token is given out once and never stored. */
  start(userId: number): Promise<{ readonly session: Session; readonly token: string }>;
  /** The live session of a token, or null. Cached; an end is seen within a second on every process. */
  find(token: string): Promise<Session | null>;
  /** Ends one session; false when it was not live. */
  end(sessionId: string, reason: SessionEndReason): Promise<boolean>;
  /** Ends all sessions of a member but, where given, one. */
  endAll(userId: number, reason: SessionEndReason, exceptSessionId?: string): Promise<void>;
  /** Calls the handler for each session that ends, on any process. Returns the way to stop. */
  onEnded(handler: (ended: SessionEnded) => void): () => void;
}

/** Passwords, argon2id (19 MiB, t=2, p=1), hashed in a bounded worker pool. */
export interface Passwords {
  /** Sets or replaces a member's password. @throws VaultBusyError when the pool's queue is full */
  set(userId: number, password: string): Promise<void>;
  /** Whether it is the member's password; takes the same time when there is no such member (null). @throws VaultBusyError */
  verify(userId: number | null, password: string): Promise<boolean>;
}

/** What must be unique among members. */
export type ClaimKind = 'username' | 'email' | 'wallet';

/** A value that a member claims; wallet values name the address alone, since a member may list it on several networks. */
export interface Claim {
  readonly kind: ClaimKind;
  /** In its one spelling (`foldCase`, `normalizeAddress`); stored as a keyed hash only. */
  readonly value: string;
}

/** Unique values, decided by unique keys over keyed hashes. */
export interface Claims {
  /**
   * Claims all values for a member or none of them; again for the same member is no conflict. Claims start out
   * unconfirmed; one that stays so for a minute (its command crashed) may be taken over.
   * @returns the first claim that another member holds, or null when all were taken
   */
  take(userId: number, claims: readonly Claim[]): Promise<Claim | null>;
  /** Makes claims lasting, once the event that needs them is in the log. */
  confirm(userId: number, claims: readonly Claim[]): Promise<void>;
  /** Gives claims up. */
  release(userId: number, claims: readonly Claim[]): Promise<void>;
  /** The member who holds a confirmed or pending claim, or null. */
  holder(claim: Claim): Promise<number | null>;
}

/** Keys of members, each wrapped by the master key. Deleting one erases all that was sealed with it. */
export interface SubjectKeys {
  /** Keys of many members in one query, made where missing when `create`; null where destroyed or missing. */
  keysOf(subjects: readonly number[], create: boolean): Promise<ReadonlyMap<number, Uint8Array | null>>;
  /** Destroys a member's key for good; a destroyed key is never made again. */
  destroy(subject: number): Promise<void>;
}

/** Next ids of members, from a sequence. */
export interface UserIds {
  next(): Promise<number>;
}

/**
 * What must be forgettable, in the Postgres schema `vault`. `sealer` is structurally the event store's `Sealer`;
 * the two rooms don't know each other.
 */
export interface Vault {
  readonly sessions: Sessions;
  readonly passwords: Passwords;
  readonly claims: Claims;
  readonly subjectKeys: SubjectKeys;
  readonly userIds: UserIds;
  readonly sealer: VaultSealer;
  close(): Promise<void>;
}

/** Place of a sealed value: it opens nowhere else. */
export interface SealedPlace {
  readonly subject: number;
  readonly eventId: string;
  readonly field: string;
}

/** AES-256-GCM with a key per member; deterministic (the nonce is an HMAC of place and plaintext). */
export interface VaultSealer {
  seal(fields: readonly (SealedPlace & { readonly plaintext: string })[]): Promise<readonly string[]>;
  /** Null where the member's key was destroyed. @throws Error when a value was tampered with */
  open(fields: readonly (SealedPlace & { readonly sealed: string })[]): Promise<readonly (string | null)[]>;
}
