import { blake2b } from '@noble/hashes/blake2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58, bech32, bech32m, createBase58check } from '@scure/base';
import { isKnownNetwork, type KnownNetwork } from './networks.ts';

const base58check = createBase58check(sha256);

function decoded<T>(decode: () => T): T | null {
  try {
    return decode();
  } catch {
    return null;
  }
}

/** EIP-55: the case of letters is a checksum. */
function evmChecksumCase(address: string): string {
  const digits = address.slice(2).toLowerCase();
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)));
  return `0x${[...digits].map((digit, i) => (Number.parseInt(hash.charAt(i), 16) >= 8 ? digit.toUpperCase() : digit)).join('')}`;
}

function isEvmAddress(address: string): boolean {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return false;
  const digits = address.slice(2);
  const hasNoCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  return hasNoCase || address === evmChecksumCase(address);
}

function isBase58Check(address: string, versions: readonly number[]): boolean {
  const bytes = decoded(() => base58check.decode(address));
  return bytes !== null && bytes.length === 21 && versions.some((version) => bytes[0] === version);
}

/** BIP-173 and BIP-350: version 0 is bech32, later ones are bech32m. */
function isSegwitAddress(address: string): boolean {
  const v0 = decoded(() => bech32.decodeUnsafe(address));
  if (v0 && v0.prefix === 'bc' && v0.words[0] === 0) {
    const program = decoded(() => bech32.fromWords(v0.words.slice(1)));
    return program !== null && (program.length === 20 || program.length === 32);
  }
  const later = decoded(() => bech32m.decodeUnsafe(address));
  const version = later?.words[0];
  if (later?.prefix !== 'bc' || version === undefined || version < 1 || version > 16) return false;
  const program = decoded(() => bech32m.fromWords(later.words.slice(1)));
  return (
    program !== null &&
    program.length >= 2 &&
    program.length <= 40 &&
    (version !== 1 || program.length === 32)
  );
}

function isBech32(address: string, prefix: string, lengths: readonly number[]): boolean {
  const parts = bech32.decodeUnsafe(address, false);
  if (!parts || parts.prefix !== prefix) return false;
  const bytes = decoded(() => bech32.fromWords(parts.words));
  return bytes !== null && lengths.includes(bytes.length);
}

const ss58Checksum = (bytes: Uint8Array): Uint8Array =>
  blake2b(concatBytes(utf8ToBytes('SS58PRE'), bytes)).subarray(0, 2);

/** The key of an SS58 address with the prefix of Polkadot (0) or of any Substrate chain (42); null for others. */
function polkadotKey(address: string): Uint8Array | null {
  const bytes = decoded(() => base58.decode(address));
  if (bytes === null || bytes.length !== 35 || (bytes[0] !== 0 && bytes[0] !== 42)) return null;
  const checksum = ss58Checksum(bytes.subarray(0, 33));
  return bytes[33] === checksum[0] && bytes[34] === checksum[1] ? bytes.subarray(1, 33) : null;
}

/** The same key has an address for each prefix; they are one account. */
function polkadotAddress(key: Uint8Array): string {
  const bytes = concatBytes(Uint8Array.of(0), key);
  return base58.encode(concatBytes(bytes, ss58Checksum(bytes)));
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** Byron era: base58 of the CBOR `[24(payload), crc32(payload)]`. */
function isByronAddress(address: string): boolean {
  const bytes = decoded(() => base58.decode(address));
  if (bytes === null || bytes.length < 12 || bytes[0] !== 0x82 || bytes[1] !== 0xd8 || bytes[2] !== 0x18)
    return false;
  const hasLengthByte = bytes[3] === 0x58;
  const start = hasLengthByte ? 5 : 4;
  const length = hasLengthByte ? bytes[4] : (bytes[3] ?? 0) - 0x40;
  if (
    length === undefined ||
    length < 1 ||
    bytes.length !== start + length + 5 ||
    bytes[start + length] !== 0x1a
  )
    return false;
  const stored = new DataView(bytes.buffer, bytes.byteOffset + start + length + 1, 4).getUint32(0);
  return stored === crc32(bytes.subarray(start, start + length));
}

const checks: Record<KnownNetwork, (address: string) => boolean> = {
  PMCW: isEvmAddress,
  ETH: isEvmAddress,
  BSC: isEvmAddress,
  MATIC: isEvmAddress,
  AVAX: (address) =>
    isEvmAddress(address) || (/^[XPC]-/i.test(address) && isBech32(address.slice(2), 'avax', [20])),
  BTC: (address) => isBase58Check(address, [0x00, 0x05]) || isSegwitAddress(address),
  DOGE: (address) => isBase58Check(address, [0x1e, 0x16]),
  SOL: (address) => decoded(() => base58.decode(address))?.length === 32,
  DOT: (address) => polkadotKey(address) !== null,
  ATOM: (address) => isBech32(address, 'cosmos', [20, 32]),
  ADA: (address) => isBech32(address, 'addr', [29, 57]) || isByronAddress(address),
};

/** Format and checksum. True for unknown networks. */
export function isValidAddress(network: string, address: string): boolean {
  return isKnownNetwork(network) ? checks[network](address) : true;
}

/** BIP-21, EIP-681 without a function, CAIP-10, EIP-3770 and similar; the group is the address. */
const addressUri = /^[a-z][a-z\d+.-]*:(?:\/\/)?(?:pay-)?(?:[-\w]{1,32}:)?([^:/?#@]+)(?:@\d+)?(?:\?.*)?$/i;

/** The address in what wallets and QR scanners copy, such as `bitcoin:…?amount=1`; any other text as it is. */
export function plainAddress(network: string, text: string): string {
  const address = addressUri.exec(text)?.[1];
  if (address === undefined) return text;
  // Of other networks, addresses may have a colon themselves.
  return isKnownNetwork(network) || isEvmAddress(address) ? address : text;
}

const isBech32Text = (address: string): boolean =>
  bech32.decodeUnsafe(address, false) !== undefined || bech32m.decodeUnsafe(address, false) !== undefined;

/** One spelling per account, also of networks that are not known, to detect duplicates. */
export function normalizeAddress(network: string, address: string): string {
  if (/^0x[\da-f]{40}$/i.test(address)) return evmChecksumCase(address);
  const key = network === 'DOT' ? polkadotKey(address) : null;
  if (key !== null) return polkadotAddress(key);
  const [, chain = '', rest = address] = /^([XPC]-)(.+)$/i.exec(address) ?? [];
  return isBech32Text(rest) ? chain.toUpperCase() + rest.toLowerCase() : address;
}

/** All spellings under which any network may have stored an address. */
export const spellingsOf = (address: string): string[] => [
  ...new Set(['', 'DOT'].map((network) => normalizeAddress(network, address))),
];
