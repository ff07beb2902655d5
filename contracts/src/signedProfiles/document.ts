import * as v from 'valibot';
import { walletSchema } from '../profiles/queries.ts';
import { positionSchema, timestampSchema } from '../shared/scalars.ts';
import { walletProofSchema } from '../walletProofs/queries.ts';

/** How long a signed profile holds, in milliseconds: whoever relies on one asks for another. */
export const signedProfileMs = 10 * 60 * 1000;

const { network, address, addedAt } = walletSchema.entries;

/** What a site says of one of its members, and its signature vouches for. */
export const signedProfileClaimsSchema = v.object({
  /** The site's origin: `https://pmcw.example`. */
  issuer: v.string(),
  username: v.string(),
  /** Where the profile is for people. */
  url: v.string(),
  /** In the order in which they were added. */
  addresses: v.array(v.object({ network, address, addedAt, proof: v.nullable(walletProofSchema) })),
  /** Whether an administrator has verified the member, and when. */
  isAuthorized: v.boolean(),
  verifiedAt: v.nullable(timestampSchema),
  /** Everything up to this position of the site's log is in it. */
  position: positionSchema,
  issuedAt: timestampSchema,
  /** `signedProfileMs` later. */
  expiresAt: timestampSchema,
});
export type SignedProfileClaims = v.InferOutput<typeof signedProfileClaimsSchema>;

/** `GET /.well-known/pmcw/{username}.json`. */
export const signedProfileSchema = v.object({
  claims: signedProfileClaimsSchema,
  /** Detached JWS (RFC 7515, appendix F) of `claims` in their canonical form (RFC 8785). */
  signature: v.string(),
});
export type SignedProfile = v.InferOutput<typeof signedProfileSchema>;

/** `GET /.well-known/pmcw/profile-keys.json`: a JWK set (RFC 7517, RFC 8037), the key that signs first. */
export const profileKeysSchema = v.object({
  keys: v.array(
    v.object({
      kty: v.literal('OKP'),
      crv: v.literal('Ed25519'),
      alg: v.literal('EdDSA'),
      use: v.literal('sig'),
      /** The key's thumbprint (RFC 7638). */
      kid: v.string(),
      /** 32 bytes, base64url. */
      x: v.string(),
      createdAt: timestampSchema,
      /** Since when another one signs in its place; null for the one that does. What it signed later is refused. */
      retiredAt: v.nullable(timestampSchema),
    }),
  ),
});
export type ProfileKeyDocument = v.InferOutput<typeof profileKeysSchema>;
