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
