import { isKnownNetwork, type KnownNetwork } from '@pmcw/contracts';

/** The address is appended. PMCW is a token on BNB Smart Chain. */
const explorers: Record<KnownNetwork, string> = {
  PMCW: 'https://bscscan.com/address/',
  ETH: 'https://etherscan.io/address/',
  BTC: 'https://mempool.space/address/',
  BSC: 'https://bscscan.com/address/',
  SOL: 'https://solscan.io/account/',
  MATIC: 'https://polygonscan.com/address/',
  AVAX: 'https://snowtrace.io/address/',
  DOT: 'https://polkadot.subscan.io/account/',
  ATOM: 'https://www.mintscan.io/cosmos/address/',
  DOGE: 'https://dogechain.info/address/',
  ADA: 'https://cardanoscan.io/address/',
};

const searchAnyNetwork = 'https://blockchair.com/search?q=';

/** Unknown networks get a search over many networks. */
export function explorerUrl(network: string, address: string): string {
  return (isKnownNetwork(network) ? explorers[network] : searchAnyNetwork) + encodeURIComponent(address);
}
