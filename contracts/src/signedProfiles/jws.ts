import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base64urlnopad } from '@scure/base';
import * as v from 'valibot';
import { canonicalJson } from './canonicalJson.ts';

/** Explicit type, so that other signatures can't pass for profiles (RFC 8725 §3.11). */
const type = 'pmcw-profile';

const headerSchema = v.object({ alg: v.literal('EdDSA'), typ: v.literal(type), kid: v.string() });

const encoded = (text: string): string => base64urlnopad.encode(utf8ToBytes(text));

/** RFC 7515 §5.1. @throws TypeError if the claims are not JSON */
export const profileSigningInput = (keyId: string, claims: unknown): string =>
  `${encoded(canonicalJson({ alg: 'EdDSA', typ: type, kid: keyId }))}.${encoded(canonicalJson(claims))}`;

/** The JWS without its payload. */
export const detachedJws = (signingInput: string, signature: Uint8Array): string =>
  `${signingInput.split('.')[0]}..${base64urlnopad.encode(signature)}`;

export interface ReadJws {
  readonly keyId: string;
  readonly signature: Uint8Array;
  readonly signingInput: Uint8Array;
}

/** Null if invalid. @param claims the detached payload */
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
    // Invalid base64url or JSON.
    return null;
  }
}
