import { ed25519 } from '@noble/curves/ed25519.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base58, base64 } from '@scure/base';

/**
 * In base58 or base64. Strictly by RFC 8032: otherwise addresses of small order, such as the system program's, would
 * fit any text.
 * @throws Error of any kind for an invalid signature
 */
export function isSignedBySolanaKey(address: string, statement: string, signature: string): boolean {
  const isBase64 = signature.endsWith('==');
  const bytes = isBase64 ? base64.decode(signature) : base58.decode(signature);
  return ed25519.verify(bytes, utf8ToBytes(statement), base58.decode(address), { zip215: false });
}
