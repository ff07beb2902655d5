import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base64urlnopad } from '@scure/base';
import * as v from 'valibot';
import { canonicalJson } from './canonicalJson.ts';

/** Says what is signed, so that a signature of anything else is none of a profile (RFC 8725 §3.11). */
const type = 'pmcw-profile';

const headerSchema = v.object({ alg: v.literal('EdDSA'), typ: v.literal(type), kid: v.string() });

const encoded = (text: string): string => base64urlnopad.encode(utf8ToBytes(text));

/**
 * What is signed for a profile by a key (RFC 7515 §5.1): header and claims, both in base64url.
 * @throws TypeError when the claims are no JSON
 */
export const profileSigningInput = (keyId: string, claims: unknown): string =>
  `${encoded(canonicalJson({ alg: 'EdDSA', typ: type, kid: keyId }))}.${encoded(canonicalJson(claims))}`;

/** The JWS of a signing input and its signature, without the claims, which stand beside it. */
export const detachedJws = (signingInput: string, signature: Uint8Array): string =>
  `${signingInput.split('.')[0]}..${base64urlnopad.encode(signature)}`;

/** What a detached JWS of a profile consists of. */
export interface ReadJws {
  readonly keyId: string;
  readonly signature: Uint8Array;
  /** What was signed, if these claims were. */
  readonly signingInput: Uint8Array;
}

/** Reads a detached JWS of a profile; null when it is none. @param claims what stands beside it */
export function readDetachedJws(jws: string, claims: unknown): ReadJws | null {
  const [, header, signature] = /^([\w-]+)\.\.([\w-]{86})$/.exec(jws) ?? [];
  if (header === undefined || signature === undefined) return null;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(base64urlnopad.decode(header));
    const parsed = v.safeParse(headerSchema, JSON.parse(text));
    if (!parsed.success) return null;
    return {
      keyId: parsed.output.kid,
      signature: base64urlnopad.decode(signature),
      signingInput: utf8ToBytes(`${header}.${encoded(canonicalJson(claims))}`),
    };
  } catch {
    // No base64url, or no JSON.
    return null;
  }
}
