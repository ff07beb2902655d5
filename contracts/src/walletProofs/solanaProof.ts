import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58, base64 } from '@scure/base';

/** Start of the off-chain messages that Ledger devices and Solana's command line sign. */
const signingDomain = concatBytes(Uint8Array.of(0xff), utf8ToBytes('solana offchain'));
const signatureLength = 64;
/** Bytes of version 0's application domain, which any site may choose. */
const applicationDomain = { start: 17, end: 49 } as const;
/** Base58 takes quadratic time, and only base64 is used for longer ones. */
const base58Max = 3_000;

/**
 * Encodings of a text for one signer: version 1, version 0, and version 0 of older devices.
 * https://github.com/anza-xyz/agave/blob/master/docs/src/proposals/off-chain-message-signing.md
 */
function offchainMessages(key: Uint8Array, text: Uint8Array, domain: Uint8Array): Uint8Array[] {
  const length = Uint8Array.of(text.length & 0xff, text.length >> 8);
  const after = (...parts: readonly (Uint8Array | readonly number[])[]) =>
    concatBytes(signingDomain, ...parts.map((part) => Uint8Array.from(part)), text);
  // Devices disagree about what is ASCII and what is UTF-8.
  const formats = [0, 1, 2].flatMap((format) => [
    after([0], domain, [format, 1], key, length),
    after([0, format], length),
  ]);
  return [after([1, 1], key), ...formats];
}

function bytesOf(signature: string): Uint8Array {
  const isBase58 = signature.length <= base58Max && /^[1-9A-HJ-NP-Za-km-z]+$/.test(signature);
  return isBase58 ? base58.decode(signature) : base64.decode(signature);
}

/** The envelope of one signature: a count, the signature, and the message; null for anything else. */
function openEnvelope(bytes: Uint8Array): { signature: Uint8Array; message: Uint8Array } | null {
  const message = bytes.subarray(1 + signatureLength);
  const isEnvelope =
    bytes[0] === 1 && bytesToHex(message.subarray(0, signingDomain.length)) === bytesToHex(signingDomain);
  return isEnvelope ? { signature: bytes.subarray(1, 1 + signatureLength), message } : null;
}

/** @throws Error of any kind for text that is no signature */
export const isOffchainEnvelope = (signature: string): boolean => openEnvelope(bytesOf(signature)) !== null;

export interface SolanaProof {
  readonly scheme: 'ed25519' | 'solana-offchain';
  /** In base58. */
  readonly signature: string;
  /** Of an off-chain message, in base64. */
  readonly message?: string;
}

/**
 * A signature, or the envelope of an off-chain message, in base58 or base64. Strictly by RFC 8032: otherwise addresses
 * of small order, such as the system program's, would fit any text.
 * @throws Error of any kind for an invalid signature
 */
export function solanaProof(address: string, statement: string, signed: string): SolanaProof | null {
  const [key, text, bytes] = [base58.decode(address), utf8ToBytes(statement), bytesOf(signed)];
  const envelope = openEnvelope(bytes);
  const signature = envelope?.signature ?? bytes;
  const domain =
    envelope?.message.slice(applicationDomain.start, applicationDomain.end) ?? new Uint8Array(32);
  const isSigned = (message: Uint8Array) => ed25519.verify(signature, message, key, { zip215: false });
  if (isSigned(text)) return { scheme: 'ed25519', signature: base58.encode(signature) };
  const message = offchainMessages(key, text, domain).find(isSigned);
  return message === undefined
    ? null
    : { scheme: 'solana-offchain', signature: base58.encode(signature), message: base64.encode(message) };
}
