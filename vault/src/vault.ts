/** A live session: who, and the hashed token's id. */
export interface Session {
  readonly id: string;
  readonly userId: number;
  readonly expiresAt: Date;
}

/** Why a session ended. */
export type SessionEndReason =
  | 'logout'
  | 'ended_elsewhere'
  | 'expired'
  | 'password_changed'
  | 'suspended'
  | 'deleted';

/** What a member signed in with, by name; null where that is not known. Nothing else about it is kept. */
export interface Device {
  /** Such as `Firefox`. */
  readonly browser: string | null;
  /** Such as `Windows`. */
  readonly system: string | null;
}

/** A live session as its member sees it. */
export interface SessionOnDevice {
  readonly id: string;
  readonly device: Device;
  readonly startedAt: Date;
  /** To within 10 minutes, so that using it is hardly ever writing. */
  readonly lastUsedAt: Date;
}

/** A session that is over, as its member sees it. */
export interface EndedSession extends SessionOnDevice {
  readonly endedAt: Date;
  readonly reason: SessionEndReason;
}

/** Told to every process within a second of the end of sessions. */
export interface SessionEnded {
  readonly sessionId: string;
  readonly userId: number;
  readonly reason: SessionEndReason;
}

/** A new session, with what proves it. */
export interface StartedSession {
  readonly session: Session;
  readonly token: string;
}

/** Signed-in browsers. Tokens are opaque and random; only their hashes are stored. */
export interface Sessions {
  /** Starts a session; the token is given out once and never stored. */
  start(userId: number, device?: Device): Promise<StartedSession>;
  /**
   * Starts a session of who proved a password, if that still is the member's; null, and no session, if not. Decided
   * in one statement: a change that comes first is seen, and one that comes later finds this session to end it.
   */
  startProved(proof: PasswordProof, device?: Device): Promise<StartedSession | null>;
  /** The live session of a token, or null. Cached; an end is seen within a second on every process. */
  find(token: string): Promise<Session | null>;
  /** The live sessions of a member, the one used last first. */
  all(userId: number): Promise<readonly SessionOnDevice[]>;
  /** The sessions of a member that ended in the last 90 days, the latest first, 50 at most. */
  ended(userId: number): Promise<readonly EndedSession[]>;
  /** Ends one session, of that member where one is named; false when there was no such live one. */
  end(sessionId: string, reason: SessionEndReason, userId?: number): Promise<boolean>;
  /** Ends all sessions of a member but, where given, one. */
  endAll(userId: number, reason: SessionEndReason, exceptSessionId?: string): Promise<void>;
  /**
   * Ends all sessions of a member who is erased, and forgets the earlier ones: of those that ended on this day, for
   * processes that have not heard of it, only that they are over stays, and until tomorrow.
   */
  forgetAll(userId: number): Promise<void>;
  /** Calls the handler for each session that ends, on any process; now and then twice. Returns the way to stop. */
  onEnded(handler: (ended: SessionEnded) => void): () => void;
}

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
  /** Sets a member's first password; false, and nothing changes, when there is one already. @throws VaultBusyError */
  setFirst(userId: number, password: string): Promise<boolean>;
  /** Sets another password in the place of the one that was proved; false, and nothing changes, when that is not the member's any more. @throws VaultBusyError when the pool's queue is full */
  replace(proof: PasswordProof, password: string): Promise<boolean>;
  /** The proof that it is the member's password, or null; takes the same time when there is no such member (null). @throws VaultBusyError */
  prove(userId: number | null, password: string): Promise<PasswordProof | null>;
  /** Whether `prove` would prove it. @throws VaultBusyError */
  verify(userId: number | null, password: string): Promise<boolean>;
  /** Forgets a member's password. */
  forget(userId: number): Promise<void>;
  /** A password made ready to be set by `ResetLinks.redeem`; nothing is stored. @throws VaultBusyError */
  hash(password: string): Promise<string>;
}

/** A link's secret part, given out once. */
export interface ResetToken {
  readonly token: string;
  /** An hour after it was made. */
  readonly expiresAt: Date;
}

/** Links with which a member chooses a password without knowing the old one: good once, and for an hour (design "HTTP"). */
export interface ResetLinks {
  /** Makes a token of 256 random bits for a member, of which only the hash is stored. Their older ones are void from then on. */
  issue(userId: number): Promise<ResetToken>;
  /** Whose live token it is; null when it was made up, used, replaced or has expired. Compared in constant time. */
  find(token: string): Promise<number | null>;
  /**
   * Uses a token up: all at once, or not at all, the password is set and every session of the member ends
   * (`password_changed`). Of several at the same moment exactly one is told true.
   * @param hash of `Passwords.hash`
   */
  redeem(token: string, hash: string): Promise<boolean>;
  /** Voids whatever link a member has. */
  forget(userId: number): Promise<void>;
}

/** What a member is asked to sign something for. */
export type ChallengePurpose = 'prove-wallet';

/** What a challenge is for, as it was decided when it was given out. */
export interface Challenge {
  readonly userId: number;
  /** A kilobyte at most. */
  readonly bound: Readonly<Record<string, string>>;
}

/** Nonces that stand in what is to be signed, each good for one answer; only their hashes are stored. */
export interface Challenges {
  /** Makes a nonce for a member, which lives 30 minutes. They have 20 for a purpose at most: the oldest make room. */
  issue(
    purpose: ChallengePurpose,
    userId: number,
    bound: Challenge['bound'],
  ): Promise<{ readonly nonce: string; readonly expiresAt: Date }>;
  /** What a live nonce is for; null when it was made up, spent, has expired or is of another purpose. */
  find(purpose: ChallengePurpose, nonce: string): Promise<Challenge | null>;
  /** Keeps a live nonce for one answer: of several, on any process, one is told true, and is so again. */
  take(purpose: ChallengePurpose, nonce: string, answer: string): Promise<boolean>;
  /** Uses a nonce up, once what its answer led to is in the log. */
  spend(purpose: ChallengePurpose, nonce: string): Promise<void>;
}

/** What a member has begun to write in a conversation. */
export interface Draft {
  /** `global`, or the id of the other member. */
  readonly conversation: string;
  /** Empty once it was sent or thrown away. */
  readonly text: string;
  /** What was written at the same time on other devices. */
  readonly aside: readonly string[];
  /** Grows with each change. */
  readonly revision: number;
}

/** Told to every process, soon after a draft changed. */
export interface DraftChanged {
  readonly userId: number;
  readonly conversation: string;
  /** The session that changed it. */
  readonly sessionId: string;
}

/** Drafts, for a member's other devices. Personal and passing: no event tells of them (docs/decisions/drafts.md). */
export interface Drafts {
  /**
   * Keeps a draft in the place of the one that it was made from.
   * @param draft with the revision of the one that it was made from; of one that there is not, any revision will do
   * @param most drafts of one member that are kept; the ones changed longest ago make room
   * @returns the draft with its new revision; null, and nothing changes, when another change came first
   */
  put(
    by: { readonly userId: number; readonly sessionId: string },
    draft: Draft,
    most: number,
  ): Promise<Draft | null>;
  /** The draft of a conversation, or null. */
  find(userId: number, conversation: string): Promise<Draft | null>;
  /** All drafts of a member, the latest first; emptied ones for 30 days. */
  all(userId: number): Promise<readonly Draft[]>;
  /** Calls the handler for each change, on any process; one may be missed while the vault can't listen. Returns the way to stop. */
  onChanged(handler: (changed: DraftChanged) => void): () => void;
}

/** Where a browser is told of messages while no page of the product is open, as it gave it (Push API). */
export interface PushTarget {
  /** Address at a push service. Checking whose it is, is the caller's. */
  readonly endpoint: string;
  /** With these the browser alone can read what is sent; base64url. */
  readonly p256dh: string;
  readonly auth: string;
  /** Whether the member wants to see there what messages say. */
  readonly showsText: boolean;
}

/** By which push services know this product (VAPID), on P-256 and in base64url. */
export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** Push subscriptions, one for a session and gone with it, and what those who send agree on. */
export interface Push {
  /** The pair of this vault: made by whoever asks first, the same for ever; the private one is stored wrapped. */
  keys(): Promise<VapidKeys>;
  /**
   * Keeps a session's subscription in the place of the one before; an endpoint that another session had is this one's now.
   * @param target without `showsText` that stays as it was, false at first
   * @returns false, and nothing is kept, when the session is over
   */
  put(
    sessionId: string,
    target: Omit<PushTarget, 'showsText'> & { readonly showsText?: boolean | undefined },
  ): Promise<boolean>;
  /** Forgets a session's subscription. */
  remove(sessionId: string): Promise<void>;
  /** Forgets an endpoint that its push service no longer knows. */
  drop(endpoint: string): Promise<void>;
  /** Those of a member's live sessions. */
  of(userId: number): Promise<readonly PushTarget[]>;
  /** Makes a process the one that sends, or keeps it so, for a time in milliseconds; false while another one is. */
  lead(holder: string, ms: number): Promise<boolean>;
  /** Lets another one send, when this one did. */
  resign(holder: string): Promise<void>;
  /** Says which members have a page on screen at a process; forgotten after a time in milliseconds. */
  see(process: string, members: readonly number[], ms: number): Promise<void>;
  /** Whether a member has a page on screen, as any process said. */
  isSeen(userId: number): Promise<boolean>;
}

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
  /** How the member's claim is now; null when it is not theirs. Another one after every `take` and `confirm`. */
  markOf(userId: number, claim: Claim): Promise<ClaimMark | null>;
  /** Gives a claim up, unless another process has taken it again for the same member since its mark was read. */
  releaseIfUnchanged(userId: number, claim: Claim, mark: ClaimMark): Promise<void>;
  /** Says that claims are not lasting after all, as the log tells: they count as pending since they were last taken. */
  doubt(userId: number, claims: readonly Claim[]): Promise<void>;
  /** Gives up what an erased member claims, whatever the values are; but their username stays theirs for ever, so that nobody takes it. */
  retire(userId: number): Promise<void>;
  /** The member who holds a confirmed or pending claim, or null. */
  holder(claim: Claim): Promise<number | null>;
}

/** Keys of members, each wrapped by the master key. Deleting one erases all that was sealed with it. */
export interface SubjectKeys {
  /** Keys of many members in one query, made where missing when `create`; null where destroyed, absent where there is none. */
  keysOf(subjects: readonly number[], create: boolean): Promise<ReadonlyMap<number, Uint8Array | null>>;
  /** Destroys a member's key for good; a destroyed key is never made again. */
  destroy(subject: number): Promise<void>;
  /** Members who have a key, and behind them those whose key was destroyed; each time the lowest ids first. */
  oldest(limit: number): Promise<readonly number[]>;
}

/** An image or a voice message. */
export interface MediaBytes {
  readonly bytes: Buffer;
  /** As it was found by looking at the bytes, e.g. `image/webp`. */
  readonly mediaType: string;
}

/** One attempt to have something, or nothing, in a place of a member, until it is settled. */
export interface MediaChange {
  readonly id: string;
  readonly ownerId: number;
  /** Where the member uses it, e.g. `avatar`; a place holds one thing at most. */
  readonly place: string;
  /** SHA-256 of the bytes in hex; null to have nothing there. */
  readonly hash: string | null;
}

/** What is known of kept bytes without reading them. */
export interface MediaDescription {
  readonly mediaType: string;
  readonly size: number;
}

/**
 * Images and voice, by the SHA-256 of their bytes in hex; events hold only that. The log says what is in which place
 * of a member; the bytes follow it: there before the event, and gone once another event has taken their place, each
 * use by itself (docs/decisions/media.md). Checking what the bytes are is the caller's.
 */
export interface Media {
  /**
   * Keeps bytes for a place, or announces that there will be none, before the event is appended. What is in the
   * place stays.
   * @throws SubjectErasedError for a member who is being erased
   */
  begin(ownerId: number, place: string, media: MediaBytes | null): Promise<MediaChange>;
  /**
   * Makes a place what the log says it is: what this change brought stays or goes accordingly, and what was settled
   * there before and is no longer so goes. Changes that others have begun are left to them.
   * @param currentHash asks the log what is in the place now. Only to be called when an append of this change can no
   * longer succeed later: one whose outcome is unknown is left to `unsettled`.
   */
  settle(change: MediaChange, currentHash: () => Promise<string | null>): Promise<void>;
  /** Changes that were begun 15 minutes ago or earlier and never settled: their command crashed, or lost its answer. */
  unsettled(limit: number): Promise<readonly MediaChange[]>;
  /** What anybody keeps under a hash, or null. */
  describe(hash: string): Promise<MediaDescription | null>;
  /** A part of what is kept under a hash, as much as there is of it; null when nothing is. */
  read(hash: string, from: number, length: number): Promise<Buffer | null>;
  /** Forgets everything of a member; what others keep under the same hashes stays. */
  forgetAll(ownerId: number): Promise<void>;
}

/** A member who is about to be erased, or just being erased. */
export interface IntendedErasure {
  readonly userId: number;
  readonly intendedAt: Date;
}

/** What is noted of erasures, so that one that crashed is finished. */
export interface Erasures {
  /** Notes that a member is about to be erased, before anything says so; again makes it newer. */
  intend(userId: number): Promise<IntendedErasure>;
  /** All that were intended and not settled, the oldest first. */
  unfinished(): Promise<readonly IntendedErasure[]>;
  /** Strikes an intention out: it was carried out, or came to nothing. A newer one of the same member stays. */
  settle(intended: IntendedErasure): Promise<void>;
}

/** A place in the log. */
export interface Bookmark {
  /** The log's engine: positions of another one mean nothing. */
  readonly engine: string;
  readonly position: bigint;
}

/** How far the log was followed by those who change the vault by it, so that whoever comes next goes on there. */
export interface Bookmarks {
  /** Null when there is none of this name. Part of a backup, so a restored vault is behind. */
  find(name: string): Promise<Bookmark | null>;
  set(name: string, bookmark: Bookmark): Promise<void>;
}

/** Which installation this is: vault and log carry the same id, so that neither is used with another's (docs/decisions/instance.md). */
export interface Instance {
  /** The id, made by whoever asks first; and whether the log was seen to carry it, which a restored vault has to see anew. */
  find(): Promise<{ readonly id: string; readonly isConfirmed: boolean }>;
  /** Says that the log carries this id, which is the vault's from now on. */
  confirm(id: string): Promise<void>;
}

/** A key by which this installation signs profiles for other sites (Ed25519). */
export interface ProfileKey {
  /** Its thumbprint (RFC 7638), base64url. */
  readonly id: string;
  /** 32 bytes, base64url. */
  readonly publicKey: string;
  readonly createdAt: Date;
  /** When another one took its place; null for the one that signs. */
  readonly retiredAt: Date | null;
}

/** Signs with one key, whose name stands in what is signed. */
export interface ProfileSigner {
  readonly keyId: string;
  /** The signature, 64 bytes. */
  sign(text: string): Buffer;
}

/** Keys by which other sites trust profiles. The first is made by whoever asks first; those that were replaced stay known for ever. */
export interface ProfileKeys {
  /** All of them, the one that signs first, then the latest. */
  all(): Promise<readonly ProfileKey[]>;
  /** The one that signs now. */
  signer(): Promise<ProfileSigner>;
  /** Makes a new one, which signs from now on. */
  rotate(): Promise<ProfileKey>;
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
  readonly resetLinks: ResetLinks;
  readonly challenges: Challenges;
  readonly drafts: Drafts;
  readonly push: Push;
  /** Wrong passwords: 10 in 15 minutes for an account, also for one that nobody has. Cleared by the right one. */
  readonly signInAttempts: Attempts;
  /** Log-ins, right or wrong: 30 a minute from one address. */
  readonly logIns: Attempts;
  /** Registrations: 20 an hour from one address. */
  readonly registrations: Attempts;
  /** Images and voice: 30 a minute of one member. */
  readonly uploads: Attempts;
  /** Proofs of addresses, asked for and given: 120 in 15 minutes of one member. */
  readonly walletProofs: Attempts;
  /** Downloads of all that one has here: 5 an hour of one member. */
  readonly exports: Attempts;
  readonly claims: Claims;
  readonly subjectKeys: SubjectKeys;
  readonly media: Media;
  readonly erasures: Erasures;
  readonly bookmarks: Bookmarks;
  readonly instance: Instance;
  readonly profileKeys: ProfileKeys;
  readonly userIds: UserIds;
  readonly sealer: VaultSealer;
  /**
   * Forgets everything of a member for good: key, sessions (ended with `deleted`, the earlier ones too), reset link, password and tries at it,
   * challenges, claims but the one to the username, drafts (those of others to them too), push subscriptions, media. Nothing is stored for them afterwards. Again does no harm.
   */
  forgetMember(userId: number): Promise<void>;
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
