import { isValidAddress, knownNetworks } from '@pmcw/contracts';
import { verifyProof } from '@pmcw/contracts/walletProofs';
import { describe, expect, it } from 'vitest';
import { inventWallet } from './addresses.ts';
import { inventPerson } from './people.ts';

describe('invented members', () => {
  it.each(['ETH', 'PMCW', 'BSC', 'MATIC', 'AVAX', 'BTC', 'DOGE', 'SOL', 'ATOM'])(
    'have a valid %s address',
    (network) => {
      expect(isValidAddress(network, inventWallet(network, 'seed').address)).toBe(true);
    },
  );

  it.each(['ETH', 'PMCW', 'BSC', 'MATIC', 'AVAX'])('can prove their %s address', (network) => {
    const { address, sign } = inventWallet(network, 'seed');
    const statement = 'It is mine';
    const signature = sign?.(statement) ?? '';
    expect(verifyProof({ network, address, statement, signature })).toBe('eip-191');
  });

  it('have usernames that registration accepts and networks that exist', () => {
    for (let i = 0; i < 300; i += 1) {
      const person = inventPerson(`seed ${i}`);
      expect(person.username).toMatch(/^[A-Za-z0-9_]{3,30}$/);
      expect(knownNetworks).toEqual(expect.arrayContaining([...person.networks]));
    }
  });
});
