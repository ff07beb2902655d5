import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { CompactSize, p2pkh, p2sh, p2wpkh } from '@scure/btc-signer';

const prefixed = (text: Uint8Array): Uint8Array => concatBytes(CompactSize.encode(BigInt(text.length)), text);

/** As signed by Bitcoin Core's `signmessage` and BIP-137. */
const messageHash = (statement: string): Uint8Array =>
  sha256(
    sha256(concatBytes(prefixed(utf8ToBytes('Bitcoin Signed Message:\n')), prefixed(utf8ToBytes(statement)))),
  );

/** Of before 2012, and paper wallets. */
const legacyAddress = (key: Uint8Array): string | undefined => p2pkh(key).address;

/** Some segwit wallets use the header of P2PKH (31 to 34) or the wrong segwit header; the key decides. */
function addressesOf(
  header: number,
  point: { toBytes(isCompressed: boolean): Uint8Array },
): readonly unknown[] {
  if (header < 31) return [legacyAddress(point.toBytes(false))];
  const segwit = p2wpkh(point.toBytes(true));
  const addresses = [segwit.address, p2sh(segwit).address];
  return header < 35 ? [...addresses, p2pkh(point.toBytes(true)).address] : addresses;
}

/**
 * Verifies a BIP-137 signature: a header and 64 bytes.
 * @throws Error of any kind for an invalid signature
 */
export function isSignedByBip137(address: string, statement: string, signature: Uint8Array): boolean {
  const header = signature[0] ?? 0;
  if (signature.length !== 65 || header < 27 || header > 42) return false;
  const recoverable = secp256k1.Signature.fromBytes(
    concatBytes(Uint8Array.of((header - 27) & 3), signature.subarray(1)),
    'recovered',
  );
  return addressesOf(header, recoverable.recoverPublicKey(messageHash(statement))).includes(address);
}
