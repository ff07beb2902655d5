export const wellKnown = {
  checkpoint: '/.well-known/pmcw/checkpoint.json',
  checkpointOf: (size: number) => `/.well-known/pmcw/checkpoints/${size}.json`,
  /** Ed25519 key for checkpoints and receipts, PEM (SPKI). */
  publicKey: '/.well-known/pmcw/public-key.pem',
  /** In any case of letters. */
  profileOf: (username: string) => `/.well-known/pmcw/${encodeURIComponent(username)}.json`,
  /** A JWK set. No username has a hyphen. */
  profileKeys: '/.well-known/pmcw/profile-keys.json',
} as const;
