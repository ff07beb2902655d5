import * as v from 'valibot';
import { walletSchema } from '../profiles/queries.ts';
import { positionSchema, timestampSchema } from '../shared/scalars.ts';
import { walletProofSchema } from '../walletProofs/queries.ts';

export const signedProfileMs = 10 * 60 * 1000;

const { network, address, addedAt } = walletSchema.entries;

export const signedProfileClaimsSchema = v.object({
  /** `https://pmcw.example`. */
  issuer: v.string(),
  username: v.string(),
  url: v.string(),
  /** In order of addition. */
  addresses: v.array(v.object({ network, address, addedAt, proof: v.nullable(walletProofSchema) })),
  isAuthorized: v.boolean(),
  verifiedAt: v.nullable(timestampSchema),
  /** It includes all events up to this position of the site's log. */
  position: positionSchema,
  issuedAt: timestampSchema,
  expiresAt: timestampSchema,
});
export type SignedProfileClaims = v.InferOutput<typeof signedProfileClaimsSchema>;

/** `GET /.well-known/pmcw/{username}.json`. */
export const signedProfileSchema = v.object({
  claims: signedProfileClaimsSchema,
  /** Detached JWS (RFC 7515, appendix F) of the canonical `claims` (RFC 8785). */
  signature: v.string(),
});
export type SignedProfile = v.InferOutput<typeof signedProfileSchema>;

/** `GET /.well-known/pmcw/profile-keys.json`: a JWK set (RFC 7517, RFC 8037), the current key first. */
export const profileKeysSchema = v.object({
  keys: v.array(
    v.object({
      kty: v.literal('OKP'),
      crv: v.literal('Ed25519'),
      alg: v.literal('EdDSA'),
      use: v.literal('sig'),
      /** Thumbprint (RFC 7638). */
      kid: v.string(),
      /** 32 bytes, base64url. */
      x: v.string(),
      createdAt: timestampSchema,
      /** When another key replaced it; null for the current one. Later signatures are refused. */
      retiredAt: v.nullable(timestampSchema),
    }),
  ),
});
export type ProfileKeyDocument = v.InferOutput<typeof profileKeysSchema>;
