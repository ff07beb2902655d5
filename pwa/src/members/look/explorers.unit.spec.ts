import { knownNetworks } from '@pmcw/contracts';
import { describe, expect, it } from 'vitest';
import { explorerUrl } from './explorers.ts';

describe('explorerUrl', () => {
  it.each(knownNetworks)('leads to an https page about a %s address', (network) => {
    const url = new URL(explorerUrl(network, 'abc123'));
    expect(url.protocol).toBe('https:');
    expect(url.pathname.endsWith('/abc123')).toBe(true);
  });

  it('looks up the product token on its chain, BNB Smart Chain', () => {
    expect(explorerUrl('PMCW', '0x1')).toBe(explorerUrl('BSC', '0x1'));
  });

  it('searches for addresses of unknown networks', () => {
    expect(explorerUrl('XRP', 'rABC')).toBe('https://blockchair.com/search?q=rABC');
  });

  it('never lets an address leave its place in the link', () => {
    const url = new URL(explorerUrl('ETH', '../../evil?x=1#y'));
    expect(url.host).toBe('etherscan.io');
    expect(url.search).toBe('');
    expect(url.pathname.startsWith('/address/')).toBe(true);
  });
});
