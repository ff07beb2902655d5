/** Display names (spec §3); other networks show their code. */
export const networks = {
  PMCW: 'PMCW',
  ETH: 'Ethereum',
  BTC: 'Bitcoin',
  BSC: 'BNB Smart Chain',
  SOL: 'Solana',
  MATIC: 'Polygon',
  AVAX: 'Avalanche',
  DOT: 'Polkadot',
  ATOM: 'Cosmos',
  DOGE: 'Dogecoin',
  ADA: 'Cardano',
} as const;

export type KnownNetwork = keyof typeof networks;

export const knownNetworks = [
  'PMCW',
  'ETH',
  'BTC',
  'BSC',
  'SOL',
  'MATIC',
  'AVAX',
  'DOT',
  'ATOM',
  'DOGE',
  'ADA',
] as const satisfies readonly KnownNetwork[];

export function isKnownNetwork(code: string): code is KnownNetwork {
  return Object.hasOwn(networks, code);
}

export function networkName(code: string): string {
  return isKnownNetwork(code) ? networks[code] : code;
}
