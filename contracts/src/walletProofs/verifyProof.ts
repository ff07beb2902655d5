import { base64 } from '@scure/base';
import { texts } from '../shared/texts.ts';
import { isSignedByBip322 } from './bip322.ts';
import { isSignedByBip137 } from './bitcoinMessage.ts';
import { isSignedByEvmKey } from './evmProof.ts';
import { type ProofScheme, proofKindOf } from './schemes.ts';
import { isOffchainEnvelope, solanaProof } from './solanaProof.ts';
import { isWrapped, unwrapped } from './wrapped.ts';

export interface SignedStatement {
  readonly network: string;
  readonly address: string;
  readonly statement: string;
  /**
   * Hex of EVM wallets, also wrapped by EIP-6492; base58 or base64 of Solana's, also with an off-chain message; base64
   * of Bitcoin's, optionally with BIP-322's prefix `smp`.
   */
  readonly signature: string;
}

/** A signature as other tools verify it. */
export interface PlainProof {
  readonly scheme: ProofScheme;
  /** With the line ends that were signed. */
  readonly statement: string;
  /** Without wrapper or envelope, unless it can only be verified with it. */
  readonly signature: string;
  /** In base64; present if bytes other than the statement's were signed. */
  readonly message?: string;
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

function proofOf(signed: SignedStatement): PlainProof | null {
  const { network, address, statement, signature } = signed;
  const kind = proofKindOf(network, address);
  switch (kind) {
    case 'evm':
      return isSignedByEvmKey(address, statement, signature)
        ? { scheme: 'eip-191', statement, signature: unwrapped(signature) }
        : null;
    case 'solana': {
      const proof = solanaProof(address, statement, signature);
      return proof && { ...proof, statement };
    }
    case 'bitcoin': {
      const scheme = bitcoinScheme(signed);
      return scheme && { scheme, statement, signature };
    }
    case null:
      return null;
    default:
      return kind satisfies never;
  }
}

/** Undecodable input is no signature. */
function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/**
 * Null without a valid signature by the address's key, of the statement or of its lines with CR LF, as some wallets
 * sign them. Makes no requests, so contract signatures (EIP-1271) give null. Does not check the content:
 * `readStatement` does. Never throws.
 */
export function plainProof(signed: SignedStatement): PlainProof | null {
  const statement = signed.statement.replace(/\r?\n/g, '\r\n');
  const proof = orNull(() => proofOf(signed));
  return proof ?? (statement === signed.statement ? null : orNull(() => proofOf({ ...signed, statement })));
}

/** As `plainProof`. */
export const verifyProof = (signed: SignedStatement): ProofScheme | null =>
  plainProof(signed)?.scheme ?? null;

/** The sentence for a signature that proves nothing, which names its format if it is a known one. */
export function proofRefusal({ network, address, signature }: Omit<SignedStatement, 'statement'>): string {
  const kind = proofKindOf(network, address);
  const { refusals } = texts;
  if (kind === 'evm' && isWrapped(signature)) return refusals.proofOfSmartAccount;
  if (kind === 'solana' && orNull(() => isOffchainEnvelope(signature)) === true)
    return refusals.proofOffchain;
  return refusals.proofInvalid;
}
