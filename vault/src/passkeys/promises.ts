/** What a member calls a passkey and how it was used; what an authenticator holds the other half of. */
export interface Passkey {
  /** Ours, and that of the way to sign in. */
  readonly id: string;
  readonly userId: number;
  /** The authenticator's, base64url. */
  readonly credentialId: string;
  readonly name: string;
  /** As COSE writes it. */
  readonly publicKey: Uint8Array<ArrayBuffer>;
  /** How often it was used, as the authenticator told last; many always tell 0. */
  readonly counter: number;
  /** How the browser reaches the authenticator. */
  readonly transports: readonly string[];
  /** Whether it is on several devices. */
  readonly isBackedUp: boolean;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** A passkey that is not kept yet. */
export type NewPasskey = Omit<Passkey, 'createdAt' | 'lastUsedAt'>;

/** A use of a passkey: the count that it was checked against, and what the authenticator told. */
export interface PasskeyUse {
  readonly before: number;
  readonly after: number;
  readonly isBackedUp: boolean;
}

/** Passkeys of members. Whether one signs in is decided by the log: a row alone does not. */
export interface Passkeys {
  /** By which authenticators tell members apart: the same for a member each time, and nobody else can work it out. */
  userHandle(userId: number): Uint8Array<ArrayBuffer>;
  /** Keeps a passkey; false, and nothing changes, when there is one of the same id or credential, or the member is erased. */
  add(passkey: NewPasskey): Promise<boolean>;
  /** The passkey of a credential, or null. */
  find(credentialId: string): Promise<Passkey | null>;
  /** All of a member, the one made first comes first. */
  all(userId: number): Promise<readonly Passkey[]>;
  /** Notes a use; false, and nothing changes, when it was used or removed since it was checked. */
  use(id: string, use: PasskeyUse): Promise<boolean>;
  /** Calls it something else; false when the member has no such passkey. */
  rename(userId: number, id: string, name: string): Promise<boolean>;
  /** Forgets one of a member; no harm when there is none. */
  remove(userId: number, id: string): Promise<void>;
}
