import { sha256 } from '@noble/hashes/sha2.js';
import { normalizeAddress } from '@pmcw/contracts';
import { base58, bech32, createBase58check } from '@scure/base';

const base58check = createBase58check(sha256);

/** An address that is right in format and checksum and that nobody has the key of. */
export function inventAddress(network: string, seed: string): string {
  const bytes = sha256(new TextEncoder().encode(`${network}:${seed}`));
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
      return normalizeAddress(network, `0x${Buffer.from(short).toString('hex')}`);
  }
}
