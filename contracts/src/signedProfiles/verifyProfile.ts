import { ed25519 } from '@noble/curves/ed25519.js';
import { base64urlnopad } from '@scure/base';
import * as v from 'valibot';
import { foldCase } from '../accounts/usernames.ts';
import { checkProof, type ProofCheck } from '../walletProofs/checkProof.ts';
import {
  type ProfileKeyDocument,
  profileKeysSchema,
  type SignedProfileClaims,
  signedProfileClaimsSchema,
  signedProfileMs,
} from './document.ts';
import { type ReadJws, readDetachedJws } from './jws.ts';

const clockToleranceMs = 60_000;

export type ProfileRefusal =
  /** Not a signed profile, or not a set of keys. */
  | 'malformed'
  /** The named key is not the site's. */
  | 'unknown_key'
  /** Changed, or signed by another key. */
  | 'wrong_signature'
  /** Not of the requested site. */
  | 'another_issuer'
  | 'another_username'
  /** By the verifier's clock. */
  | 'not_yet_valid'
  | 'expired'
  | 'valid_too_long'
  /** Signed after its key was replaced. */
  | 'retired_key';

export interface CheckedAddress {
  readonly network: string;
  readonly address: string;
  readonly addedAt: string;
  readonly proof: (ProofCheck & { readonly provedAt: string }) | null;
}

export type ProfileCheck =
  | {
      readonly isTrusted: true;
      readonly claims: SignedProfileClaims;
      readonly addresses: readonly CheckedAddress[];
    }
  | { readonly isTrusted: false; readonly reason: ProfileRefusal };

export interface VerifyOptions {
  /** Origin of the requested site: `https://pmcw.example`. */
  readonly issuer: string;
  /** In any case of letters. */
  readonly username: string;
  readonly now: Date;
}

type Key = ProfileKeyDocument['keys'][number];

const envelopeSchema = v.object({ claims: v.unknown(), signature: v.string() });

function isSignedBy({ x }: Key, { signature, signingInput }: ReadJws): boolean {
  try {
    return ed25519.verify(signature, signingInput, base64urlnopad.decode(x), { zip215: false });
  } catch {
    // An invalid point verifies nothing.
    return false;
  }
}

function refusalOf(
  claims: SignedProfileClaims,
  { retiredAt }: Key,
  { issuer, username, now }: VerifyOptions,
): ProfileRefusal | null {
  if (claims.issuer !== issuer) return 'another_issuer';
  if (foldCase(claims.username) !== foldCase(username)) return 'another_username';
  const [issued, expires] = [Date.parse(claims.issuedAt), Date.parse(claims.expiresAt)];
  if (expires - issued > signedProfileMs) return 'valid_too_long';
  if (issued > now.getTime() + clockToleranceMs) return 'not_yet_valid';
  if (expires < now.getTime() - clockToleranceMs) return 'expired';
  if (retiredAt !== null && issued > Date.parse(retiredAt) + clockToleranceMs) return 'retired_key';
  return null;
}

function checkedAddresses({ addresses, username, issuer }: SignedProfileClaims): CheckedAddress[] {
  const { host } = new URL(issuer);
  return addresses.map(({ network, address, addedAt, proof }) => ({
    ...{ network, address, addedAt },
    proof: proof && {
      ...checkProof({ network, address, proof, username, host }),
      provedAt: proof.provedAt,
    },
  }));
}

/**
 * Verifies signature and proofs independently: a false proof shows that the site can't be trusted. Makes no requests
 * and never throws.
 * @param document the answer of `wellKnown.profileOf`, parsed
 * @param keys the answer of `wellKnown.profileKeys` of the same site, parsed
 */
export function verifyProfile(document: unknown, keys: unknown, options: VerifyOptions): ProfileCheck {
  const refused = (reason: ProfileRefusal): ProfileCheck => ({ isTrusted: false, reason });
  const envelope = v.safeParse(envelopeSchema, document);
  const known = v.safeParse(profileKeysSchema, keys);
  if (!envelope.success || !known.success) return refused('malformed');
  // The signature covers the claims as received, not as parsed by the schema.
  const jws = readDetachedJws(envelope.output.signature, envelope.output.claims);
  if (jws === null) return refused('malformed');
  const key = known.output.keys.find(({ kid }) => kid === jws.keyId);
  if (key === undefined) return refused('unknown_key');
  if (!isSignedBy(key, jws)) return refused('wrong_signature');
  const claims = v.safeParse(signedProfileClaimsSchema, envelope.output.claims);
  if (!claims.success) return refused('malformed');
  const reason = refusalOf(claims.output, key, options);
  if (reason !== null) return refused(reason);
  return { isTrusted: true, claims: claims.output, addresses: checkedAddresses(claims.output) };
}
