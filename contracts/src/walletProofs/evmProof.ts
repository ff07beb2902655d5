import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { unwrapped } from './wrapped.ts';

/** EIP-191, version 0x45, as signed by `personal_sign`. */
function personalHash(statement: string): Uint8Array {
  const text = utf8ToBytes(statement);
  return keccak_256(concatBytes(utf8ToBytes(`\x19Ethereum Signed Message:\n${text.length}`), text));
}

/** Splits 65 bytes with v as 0, 1, 27 or 28, or the 64 of EIP-2098; otherwise null. */
function split(bytes: Uint8Array): { readonly rs: Uint8Array; readonly parity: number } | null {
  if (bytes.length === 65) {
    const v = bytes[64] ?? 2;
    const parity = v >= 27 ? v - 27 : v;
    return parity > 1 ? null : { rs: bytes.slice(0, 64), parity };
  }
  if (bytes.length !== 64) return null;
  const rs = bytes.slice();
  const top = rs[32] ?? 0;
  rs[32] = top & 0x7f;
  return { rs, parity: top >> 7 };
}

const addressOf = (uncompressedKey: Uint8Array): string =>
  `0x${bytesToHex(keccak_256(uncompressedKey.subarray(1)).subarray(12))}`;

/**
 * Verifies an EIP-191 signature in hex, also in an EIP-6492 wrapper.
 * @throws Error of any kind for an invalid signature
 */
export function isSignedByEvmKey(address: string, statement: string, signature: string): boolean {
  const parts = split(hexToBytes(unwrapped(signature).replace(/^0x/, '')));
  if (parts === null) return false;
  const recoverable = secp256k1.Signature.fromBytes(
    concatBytes(Uint8Array.of(parts.parity), parts.rs),
    'recovered',
  );
  // EIP-2: only one of the two equivalent signatures is valid.
  if (recoverable.hasHighS()) return false;
  const key = recoverable.recoverPublicKey(personalHash(statement));
  return addressOf(key.toBytes(false)) === address.toLowerCase();
}
