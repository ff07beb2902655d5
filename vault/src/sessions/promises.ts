import type { PasswordProof } from '../passwords/promises.ts';

/** The id is the token's hash. */
export interface Session {
  readonly id: string;
  readonly userId: number;
  readonly expiresAt: Date;
}

export type SessionEndReason =
  | 'logout'
  | 'ended_elsewhere'
  | 'expired'
  | 'password_changed'
  | 'suspended'
  | 'deleted';

/** Null if unknown; nothing else of the browser is stored. */
export interface Device {
  /** E.g. `Firefox`. */
  readonly browser: string | null;
  /** E.g. `Windows`. */
  readonly system: string | null;
}

export interface SessionOnDevice {
  readonly id: string;
  readonly device: Device;
  /** Of the app at sign-in, e.g. `en`. */
  readonly language: string | null;
  readonly startedAt: Date;
  /** To within 10 minutes, so that use rarely causes a write. */
  readonly lastUsedAt: Date;
}

export interface EndedSession extends SessionOnDevice {
  readonly endedAt: Date;
  readonly reason: SessionEndReason;
}

/** Announced within a second. */
export interface SessionEnded {
  readonly sessionId: string;
  readonly userId: number;
  readonly reason: SessionEndReason;
}

export interface StartedSession {
  readonly session: Session;
  readonly token: string;
}

/** Tokens are random; only their hashes are stored. */
export interface Sessions {
  start(userId: number, device?: Device, language?: string | null): Promise<StartedSession>;
  /** Null if the proved password is no longer current. A password change either comes first or ends this session. */
  startProved(
    proof: PasswordProof,
    device?: Device,
    language?: string | null,
  ): Promise<StartedSession | null>;
  /** Records a fresh proof. False if the session has ended. */
  prove(sessionId: string): Promise<boolean>;
  /** Null if the session has ended. Never cached. */
  isFresh(sessionId: string, milliseconds: number): Promise<boolean | null>;
  /** Cached; all processes notice an end within a second. */
  find(token: string): Promise<Session | null>;
  /** Most recently used first. */
  all(userId: number): Promise<readonly SessionOnDevice[]>;
  /** At most 50, of the last 90 days, latest first. */
  ended(userId: number): Promise<readonly EndedSession[]>;
  /** Only a session of `userId`, if given. */
  end(sessionId: string, reason: SessionEndReason, userId?: number): Promise<boolean>;
  endAll(userId: number, reason: SessionEndReason, exceptSessionId?: string): Promise<void>;
  /**
   * Those that ended today remain until tomorrow without details, for processes that missed it; older ones are deleted.
   */
  forgetAll(userId: number): Promise<void>;
  /** Called for sessions that any process ends, rarely twice. Returns a function to stop. */
  onEnded(handler: (ended: SessionEnded) => void): () => void;
}
