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
  /** Calls the handler for each session that ends, on any process; now and then twice. Returns the way to stop. */
  onEnded(handler: (ended: SessionEnded) => void): () => void;
}

/** Passwords, argon2id (19 MiB, t=2, p=1), hashed in a bounded worker pool. */
export interface Passwords {
  /** Sets a member's first password; false, and nothing changes, when there is one already. @throws VaultBusyError */
  setFirst(userId: number, password: string): Promise<boolean>;
  /** Sets or replaces a member's password. @throws VaultBusyError when the pool's queue is full */
  set(userId: number, password: string): Promise<void>;
  /** Whether it is the member's password; takes the same time when there is no such member (null). @throws VaultBusyError */
  verify(userId: number | null, password: string): Promise<boolean>;
}

/** Whether a name may try a password now. */
export type Attempt =
  | { readonly admitted: true; readonly at: Date }
  /** `retryAfter`: whole seconds until the next try will be heard, at least 1. */
  | { readonly admitted: false; readonly retryAfter: number };

/**
 * Wrong passwords per account: the 11th within 15 minutes is not even looked at (design "HTTP"). A try counts from
 * the moment it is admitted, so that many at once can't slip through. Works alike for names that nobody has.
 */
export interface SignInAttempts {
  /** Counts a try, or refuses it. @param account any stable name for the account; stored as a keyed hash only */
  admit(account: string): Promise<Attempt>;
  /** Takes one counted try back, when its password was never compared. */
  withdraw(account: string, at: Date): Promise<void>;
  /** Forgets all tries: the right password was given. */
  clear(account: string): Promise<void>;
}

/** What must be unique among members. */
export type ClaimKind = 'username' | 'email' | 'wallet';

/** A value that a member claims; wallet values name the address alone, since a member may list it on several networks. */
export interface Claim {
  readonly kind: ClaimKind;
  /** In its one spelling (`foldCase`, `normalizeAddress`); stored as a keyed hash only. */
  readonly value: string;
}

/** Opaque; tells whether a claim is still as it was. */
export type ClaimMark = string;

/** Unique values, decided by unique keys over keyed hashes. */
export interface Claims {
  /**
   * Claims all values for a member or none of them; again for the same member is no conflict. Claims start out
   * unconfirmed; one that stays so for a minute (its command crashed) may be taken over.
   * @returns the first claim that another member holds, or null when all were taken
   */
  take(userId: number, claims: readonly Claim[]): Promise<Claim | null>;
  /** Makes claims lasting, once the event that needs them is in the log; one that was lost meanwhile is made again if it is free. */
  confirm(userId: number, claims: readonly Claim[]): Promise<void>;
  /** Gives claims up that nobody else can have taken for this member meanwhile. */
  release(userId: number, claims: readonly Claim[]): Promise<void>;
  /** How the member's claim is now; null when it is not theirs. Another one after every `take` and `confirm`. */
  markOf(userId: number, claim: Claim): Promise<ClaimMark | null>;
  /** Gives a claim up, unless another process has taken it again for the same member since its mark was read. */
  releaseIfUnchanged(userId: number, claim: Claim, mark: ClaimMark): Promise<void>;
  /** Says that claims are not lasting after all, as the log tells: they count as pending since they were last taken. */
  doubt(userId: number, claims: readonly Claim[]): Promise<void>;
  /** The member who holds a confirmed or pending claim, or null. */
  holder(claim: Claim): Promise<number | null>;
}

/** Keys of members, each wrapped by the master key. Deleting one erases all that was sealed with it. */
export interface SubjectKeys {
  /** Keys of many members in one query, made where missing when `create`; null where destroyed, absent where there is none. */
  keysOf(subjects: readonly number[], create: boolean): Promise<ReadonlyMap<number, Uint8Array | null>>;
  /** Destroys a member's key for good; a destroyed key is never made again. */
  destroy(subject: number): Promise<void>;
}

/** What is stored of an image or a voice message. */
export interface MediaBytes {
  readonly bytes: Buffer;
  /** As it was found by looking at the bytes, e.g. `image/webp`. */
  readonly mediaType: string;
}

/** Images and voice by the SHA-256 of their bytes, in hex; events hold only that. Checking them is the caller's. */
export interface Media {
  /** Keeps bytes for a member and answers their hash; again is no second copy. */
  store(ownerId: number, media: MediaBytes): Promise<string>;
  /** What anybody keeps under a hash, or null. */
  find(hash: string): Promise<MediaBytes | null>;
  /** Forgets one thing of a member; what others keep under the same hash stays. */
  forget(ownerId: number, hash: string): Promise<void>;
  /** Forgets everything of a member. */
  forgetAll(ownerId: number): Promise<void>;
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
  readonly signInAttempts: SignInAttempts;
  readonly claims: Claims;
  readonly subjectKeys: SubjectKeys;
  readonly media: Media;
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
  /** @throws SubjectErasedError when the member's key was destroyed */
  seal(fields: readonly (SealedPlace & { readonly plaintext: string })[]): Promise<readonly string[]>;
  /** Null where the member's key was destroyed. @throws BrokenSealError when a value was tampered with or its key is lost */
  open(fields: readonly (SealedPlace & { readonly sealed: string })[]): Promise<readonly (string | null)[]>;
}
