import { base64 } from '@scure/base';
import { isSignedByBip322 } from './bip322.ts';
import { isSignedByBip137 } from './bitcoinMessage.ts';
import { isSignedByEvmKey } from './evmProof.ts';
import { type ProofScheme, proofKindOf } from './schemes.ts';
import { isSignedBySolanaKey } from './solanaProof.ts';

export interface SignedStatement {
  readonly network: string;
  readonly address: string;
  readonly statement: string;
  /** Hex of EVM wallets, base58 or base64 of Solana's, base64 of Bitcoin's, optionally with BIP-322's prefix `smp`. */
  readonly signature: string;
}

function bitcoinScheme({ address, statement, signature }: SignedStatement): ProofScheme | null {
  const isMarked = signature.startsWith('smp');
  const bytes = base64.decode(isMarked ? signature.slice(3) : signature);
  // No witness is as short as this.
  if (bytes.length === 65) {
    return !isMarked && isSignedByBip137(address, statement, bytes) ? 'bip-137' : null;
  }
  return isSignedByBip322(address, statement, bytes) ? 'bip-322' : null;
}

function schemeOf(signed: SignedStatement): ProofScheme | null {
  const { network, address, statement, signature } = signed;
  const kind = proofKindOf(network, address);
  switch (kind) {
    case 'evm':
      return isSignedByEvmKey(address, statement, signature) ? 'eip-191' : null;
    case 'solana':
      return isSignedBySolanaKey(address, statement, signature) ? 'ed25519' : null;
    case 'bitcoin':
      return bitcoinScheme(signed);
    case null:
      return null;
    default:
      return kind satisfies never;
  }
}

/**
 * Null without a valid signature by the address's key; makes no requests, so contract signatures (EIP-1271) give null.
 * Does not check the content: `readStatement` does. Never throws.
 */
export function verifyProof(signed: SignedStatement): ProofScheme | null {
  try {
    return schemeOf(signed);
  } catch {
    // Undecodable input is no signature.
    return null;
  }
}
