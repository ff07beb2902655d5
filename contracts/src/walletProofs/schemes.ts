/** Names of the standards; see docs/decisions/wallet-proofs.md. */
export const proofSchemes = [
  'eip-191',
  'eip-1271',
  'eip-6492',
  'ed25519',
  'solana-offchain',
  'bip-137',
  'bip-322',
] as const;
export type ProofScheme = (typeof proofSchemes)[number];

/** Signed by a contract, which only its network can check; it speaks for its own chain only. */
export type ContractScheme = Extract<ProofScheme, 'eip-1271' | 'eip-6492'>;

export const isContractScheme = (scheme: ProofScheme): scheme is ContractScheme =>
  scheme === 'eip-1271' || scheme === 'eip-6492';

export type ProofKind = 'evm' | 'solana' | 'bitcoin';

/** EIP-155; PMCW is a token of BNB Smart Chain. */
const chainIds: Readonly<Record<string, number>> = { ETH: 1, PMCW: 56, BSC: 56, MATIC: 137, AVAX: 43114 };

export function evmChainId(network: string): number | null {
  return Object.hasOwn(chainIds, network) ? (chainIds[network] ?? null) : null;
}

/** Only EVM and Solana have a standard. */
export function canSignIn(network: string, address: string): boolean {
  const kind = proofKindOf(network, address);
  return kind === 'evm' || kind === 'solana';
}

/** By length. */
const isBitcoinKeyAddress = (address: string): boolean =>
  /^[13]/.test(address) || /^bc1q.{38}$/.test(address) || /^bc1p.{58}$/.test(address);

/**
 * Null if none can. An address of a contract or of several keys may look like any other; then the signature proves
 * nothing.
 */
export function proofKindOf(network: string, address: string): ProofKind | null {
  if (evmChainId(network) !== null) return /^0x[0-9a-fA-F]{40}$/.test(address) ? 'evm' : null;
  if (network === 'SOL') return 'solana';
  return network === 'BTC' && isBitcoinKeyAddress(address) ? 'bitcoin' : null;
}
