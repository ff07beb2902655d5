/** How a signature proves an address, by the name of the standard; see docs/decisions/wallet-proofs.md. */
export const proofSchemes = ['eip-191', 'eip-1271', 'ed25519', 'bip-137', 'bip-322'] as const;
export type ProofScheme = (typeof proofSchemes)[number];

/** Which kind of wallet signs for an address. */
export type ProofKind = 'evm' | 'solana' | 'bitcoin';

/** EIP-155 chain ids of the networks whose addresses are EVM accounts; PMCW is a token of BNB Smart Chain. */
const chainIds: Readonly<Record<string, number>> = { ETH: 1, PMCW: 56, BSC: 56, MATIC: 137, AVAX: 43114 };

/** The chain of an EVM network; null for every other network. */
export function evmChainId(network: string): number | null {
  return Object.hasOwn(chainIds, network) ? (chainIds[network] ?? null) : null;
}

/** Whether an address of a network can sign in: there is a standard for it, EIP-4361 or "Sign In With Solana". */
export function canSignIn(network: string, address: string): boolean {
  const kind = proofKindOf(network, address);
  return kind === 'evm' || kind === 'solana';
}

/** Addresses of one key: base58, and segwit version 0 and 1 by their lengths. Scripts of several keys have none that signs alone. */
const isBitcoinKeyAddress = (address: string): boolean =>
  /^[13]/.test(address) || /^bc1q.{38}$/.test(address) || /^bc1p.{58}$/.test(address);

/**
 * Which kind of wallet can prove an address of a network, both as a wallet lists them; null where no proof is known. An address that
 * is a contract, or belongs to several keys, can look like any other: then it is the signature that proves nothing.
 */
export function proofKindOf(network: string, address: string): ProofKind | null {
  if (evmChainId(network) !== null) return /^0x[0-9a-fA-F]{40}$/.test(address) ? 'evm' : null;
  if (network === 'SOL') return 'solana';
  return network === 'BTC' && isBitcoinKeyAddress(address) ? 'bitcoin' : null;
}
