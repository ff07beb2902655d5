import type { KnownNetwork } from '../profiles/networks.ts';

/** Brand colours, softened for a dark background. */
export const networkColors: Readonly<Record<KnownNetwork, string>> = {
  PMCW: '#e9bd55',
  ETH: '#8fa0f6',
  BTC: '#f39a3c',
  BSC: '#dfcd6a',
  SOL: '#46d7b2',
  MATIC: '#ab82ee',
  AVAX: '#f0676c',
  DOT: '#ee66ab',
  ATOM: '#8796d4',
  DOGE: '#c1aa76',
  ADA: '#6096f2',
};
