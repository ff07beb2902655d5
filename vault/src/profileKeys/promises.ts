/** Ed25519. */
export interface ProfileKey {
  /** Thumbprint (RFC 7638), base64url. */
  readonly id: string;
  /** 32 bytes, base64url. */
  readonly publicKey: string;
  readonly createdAt: Date;
  /** Null for the signing key. */
  readonly retiredAt: Date | null;
}

export interface ProfileSigner {
  readonly keyId: string;
  /** 64 bytes. */
  sign(text: string): Buffer;
}

/** Made on first use. Retired keys stay permanently, so that other sites can verify profiles. */
export interface ProfileKeys {
  /** The signing key first, then the latest. */
  all(): Promise<readonly ProfileKey[]>;
  signer(): Promise<ProfileSigner>;
  rotate(): Promise<ProfileKey>;
}
