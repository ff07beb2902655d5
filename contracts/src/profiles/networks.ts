/** Networks with display names (spec §3); other codes show the raw code. */
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

/** A network with a display name. */
export type KnownNetwork = keyof typeof networks;

/** Known networks in the order in which pickers show them. */
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

/** Whether the code is one of `knownNetworks`. */
export function isKnownNetwork(code: string): code is KnownNetwork {
  return Object.hasOwn(networks, code);
}

/** The name to show for a network code. */
export function networkName(code: string): string {
  return isKnownNetwork(code) ? networks[code] : code;
}
