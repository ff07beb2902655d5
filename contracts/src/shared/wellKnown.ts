/** Where anybody finds what was signed, and by which keys; nobody has to be signed in for it. */
export const wellKnown = {
  /** The newest checkpoint. */
  checkpoint: '/.well-known/pmcw/checkpoint.json',
  /** The checkpoint over so many events. */
  checkpointOf: (size: number) => `/.well-known/pmcw/checkpoints/${size}.json`,
  /** The Ed25519 key that checks checkpoints and receipts, PEM (SPKI). */
  publicKey: '/.well-known/pmcw/public-key.pem',
  /** The signed profile of a username, in any case of letters. */
  profileOf: (username: string) => `/.well-known/pmcw/${encodeURIComponent(username)}.json`,
  /** The keys that check signed profiles, a JWK set. No username has a hyphen. */
  profileKeys: '/.well-known/pmcw/profile-keys.json',
} as const;
