import type { PasswordProof } from '../passwords/promises.ts';

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
  /** In which the member was shown the app when it began (`en`); null where that is not known. */
  readonly language: string | null;
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
  /**
   * Starts a session; the token is given out once and never stored.
   * @param language in which the member is shown the app; null where that is not known
   */
  start(userId: number, device?: Device, language?: string | null): Promise<StartedSession>;
  /**
   * Starts a session of who proved a password, if that still is the member's; null, and no session, if not. Decided
   * in one statement: a change that comes first is seen, and one that comes later finds this session to end it.
   */
  startProved(
    proof: PasswordProof,
    device?: Device,
    language?: string | null,
  ): Promise<StartedSession | null>;
  /** Notes that whoever has a session just proved to be its member, as beginning it does; false when it is over. */
  prove(sessionId: string): Promise<boolean>;
  /** Whether that was so many milliseconds ago at most; null if the session has ended. Never from memory. */
  isFresh(sessionId: string, milliseconds: number): Promise<boolean | null>;
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
