import { isValidAddress, knownNetworks } from '@pmcw/contracts';
import { describe, expect, it } from 'vitest';
import { inventAddress } from './addresses.ts';
import { inventPerson } from './people.ts';

describe('invented members', () => {
  it.each(['ETH', 'PMCW', 'BSC', 'MATIC', 'AVAX', 'BTC', 'DOGE', 'SOL', 'ATOM'])(
    'have a right %s address',
    (network) => {
      expect(isValidAddress(network, inventAddress(network, 'seed'))).toBe(true);
    },
  );

  it('have usernames that registration accepts and networks that exist', () => {
    for (let i = 0; i < 300; i += 1) {
      const person = inventPerson(`seed ${i}`);
      expect(person.username).toMatch(/^[A-Za-z0-9_]{3,30}$/);
      expect(knownNetworks).toEqual(expect.arrayContaining([...person.networks]));
    }
  });
});
