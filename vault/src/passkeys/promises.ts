export interface Passkey {
  /** Also the id of the way to sign in. */
  readonly id: string;
  readonly userId: number;
  /** Base64url. */
  readonly credentialId: string;
  readonly name: string;
  /** In COSE. */
  readonly publicKey: Uint8Array<ArrayBuffer>;
  /** Many authenticators always report 0. */
  readonly counter: number;
  readonly transports: readonly string[];
  /** Whether it is on several devices. */
  readonly isBackedUp: boolean;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

export type NewPasskey = Omit<Passkey, 'createdAt' | 'lastUsedAt'>;

export interface PasskeyUse {
  readonly before: number;
  readonly after: number;
  readonly isBackedUp: boolean;
}

/** The log decides which are ways to sign in. */
export interface Passkeys {
  /** A member's id for authenticators, which no one else can compute. */
  userHandle(userId: number): Uint8Array<ArrayBuffer>;
  /** False, changing nothing, if the id or credential exists, or the member is erased. */
  add(passkey: NewPasskey): Promise<boolean>;
  find(credentialId: string): Promise<Passkey | null>;
  /** Oldest first. */
  all(userId: number): Promise<readonly Passkey[]>;
  /** False, changing nothing, if used or removed since the check. */
  use(id: string, use: PasskeyUse): Promise<boolean>;
  rename(userId: number, id: string, name: string): Promise<boolean>;
  /** Idempotent. */
  remove(userId: number, id: string): Promise<void>;
}
