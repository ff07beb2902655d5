import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { evmChainId, normalizeAddress } from '@pmcw/contracts';
import { base58, bech32, createBase58check } from '@scure/base';

const base58check = createBase58check(sha256);
const hexOf = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`;

export interface InventedWallet {
  readonly network: string;
  readonly address: string;
  readonly sign: ((statement: string) => string) | null;
}

/** Deterministic. Wallets of EVM networks have a key. */
export function inventWallet(network: string, seed: string): InventedWallet {
  const bytes = sha256(utf8ToBytes(`${network}:${seed}`));
  return evmChainId(network) === null
    ? { network, address: inventAddress(network, bytes), sign: null }
    : { network, address: evmAddress(network, bytes), sign: (statement) => signEvm(bytes, statement) };
}

function inventAddress(network: string, bytes: Uint8Array): string {
  const short = bytes.subarray(0, 20);
  switch (network) {
    case 'BTC':
      return bech32.encode('bc', [0, ...bech32.toWords(short)]);
    case 'ATOM':
      return bech32.encode('cosmos', bech32.toWords(short));
    case 'DOGE':
      return base58check.encode(new Uint8Array([0x1e, ...short]));
    case 'SOL':
      return base58.encode(bytes);
    default:
      return hexOf(short);
  }
}

function evmAddress(network: string, key: Uint8Array): string {
  const point = secp256k1.getPublicKey(key, false).subarray(1);
  return normalizeAddress(network, hexOf(keccak_256(point).subarray(12)));
}

function signEvm(key: Uint8Array, statement: string): string {
  const text = utf8ToBytes(statement);
  const hash = keccak_256(concatBytes(utf8ToBytes(`\x19Ethereum Signed Message:\n${text.length}`), text));
  const [recovery = 0, ...rs] = secp256k1.sign(hash, key, { prehash: false, format: 'recovered' });
  return hexOf(Uint8Array.of(...rs, 27 + recovery));
}
