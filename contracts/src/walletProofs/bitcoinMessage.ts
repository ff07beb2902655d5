import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { CompactSize, p2pkh, p2sh, p2wpkh } from '@scure/btc-signer';

const prefixed = (text: Uint8Array): Uint8Array => concatBytes(CompactSize.encode(BigInt(text.length)), text);

/** What `signmessage` of Bitcoin Core and BIP-137 sign. */
const messageHash = (statement: string): Uint8Array =>
  sha256(
    sha256(concatBytes(prefixed(utf8ToBytes('Bitcoin Signed Message:\n')), prefixed(utf8ToBytes(statement)))),
  );

/** Address of an uncompressed key: those of before 2012, and paper wallets. */
const legacyAddress = (key: Uint8Array): string | undefined => p2pkh(key).address;

/**
 * The addresses that a header stands for. Segwit wallets that know only the header of P2PKH (31 to 34) are meant to be
 * understood, and so are those that take one segwit header for the other: the key says whose the address is, not the header.
 */
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
 * Whether the key of a Bitcoin address signed a text by BIP-137: a header and 64 bytes.
 * @throws Error of some kind for what is no signature at all
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
