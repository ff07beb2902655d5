import { bech32 } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isValidAddress, normalizeAddress, plainAddress, spellingsOf } from './addresses.ts';
import { knownNetworks } from './networks.ts';

const valid: readonly [network: string, address: string][] = [
  ['ETH', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['ETH', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'],
  ['PMCW', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'],
  ['AVAX', '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'],
  ['BTC', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['BTC', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
  ['BTC', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
  ['BTC', 'BC1QAR0SRRR7XFKVY5L643LYDNW9RE59GTZZWF5MDQ'],
  ['BTC', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
  ['DOGE', 'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L'],
  ['SOL', '4Nd1mYQZ6bS4k6mKJ1JTVFdRqBqbcyCUuaJUGb2yFKWg'],
  ['DOT', '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'],
  ['ATOM', 'cosmos1hsk6jryyqjfhp5dhc55tc9jtckygx0eph6dd02'],
  [
    'ADA',
    'addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x',
  ],
  ['ADA', 'Ae2tdPwUPEZLs4HtbuNey7tK4hTKrwNwYtGqp7bDfCy2WdR3P6735W5Yfpe'],
  ['XYZ', 'anything-goes-here'],
];

describe('wallet addresses', () => {
  it.each(valid)('accepts a real %s address %s', (network, address) => {
    expect(isValidAddress(network, address)).toBe(true);
  });

  it.each(
    valid.filter(
      ([network, address]) => network !== 'XYZ' && network !== 'SOL' && address !== address.toLowerCase(),
    ),
  )('detects one changed character in a %s address %s', (network, address) => {
    const at = address.length - 3;
    const changed = address.slice(0, at) + (address[at] === '2' ? '3' : '2') + address.slice(at + 1);
    expect(isValidAddress(network, changed)).toBe(false);
  });

  it('refuses the address of another network', () => {
    expect(isValidAddress('BTC', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).toBe(false);
    expect(isValidAddress('ETH', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa')).toBe(false);
    expect(isValidAddress('SOL', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa')).toBe(false);
  });

  it('gives two spellings of one address the same spelling', () => {
    expect(normalizeAddress('ETH', '0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED')).toBe(
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    );
    expect(normalizeAddress('BTC', 'BC1QAR0SRRR7XFKVY5L643LYDNW9RE59GTZZWF5MDQ')).toBe(
      'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    );
  });
});

describe('spellings of one account', () => {
  const evm = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
  const btc = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
  const avax = bech32.encode('avax', bech32.toWords(new Uint8Array(20).fill(7)));
  const polkadot = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5';
  const substrate = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY';

  it.each([
    ['ETH', evm.toLowerCase(), evm],
    ['Base', evm.toLowerCase(), evm],
    ['Base', evm.toUpperCase().replace('0X', '0x'), evm],
    ['Base', evm.replace('5aA', '5AA'), evm],
    ['AVAX', `X-${avax.toUpperCase()}`, `X-${avax}`],
    ['AVAX', `p-${avax}`, `P-${avax}`],
    ['BTC', btc.toUpperCase(), btc],
    ['LTC', btc.toUpperCase(), btc],
    ['DOT', polkadot, polkadot],
    ['DOT', substrate, polkadot],
  ])('under %s, %s is stored as %s', (network, address, stored) => {
    expect(isValidAddress(network, address)).toBe(true);
    expect(normalizeAddress(network, address)).toBe(stored);
    expect(normalizeAddress(network, stored)).toBe(stored);
  });

  it('include the stored one, whatever the network', () => {
    const bech32Address = fc
      .tuple(fc.constantFrom('cosmos', 'avax', 'ltc'), fc.uint8Array({ minLength: 20, maxLength: 20 }))
      .map(([prefix, bytes]) => bech32.encode(prefix, bech32.toWords(bytes)));
    const address = fc.oneof(
      fc.stringMatching(/^0x[\da-fA-F]{40}$/),
      bech32Address,
      bech32Address.map((lower) => lower.toUpperCase()),
      bech32Address.map((rest) => `x-${rest}`),
      fc.constantFrom(polkadot, substrate, ...valid.map(([, real]) => real)),
      fc.stringMatching(/^[\x21-\x7e]{10,128}$/),
    );
    fc.assert(
      fc.property(fc.constantFrom(...knownNetworks, 'KSM'), address, (network, given) => {
        expect(spellingsOf(given)).toContain(normalizeAddress(network, given));
      }),
    );
    expect(spellingsOf(evm.toLowerCase())).toEqual([evm]);
    expect(spellingsOf(substrate)).toEqual([substrate, polkadot]);
  });

  it.each([
    ['ETH', `eth:${evm}`, evm],
    ['ETH', `ethereum:${evm}@1?value=1e18`, evm],
    ['ETH', `ethereum:pay-${evm}`, evm],
    ['ETH', `eip155:1:${evm}`, evm],
    ['Base', `base:${evm}`, evm],
    ['BTC', `bitcoin:${btc}?amount=0.1&label=Ada`, btc],
    ['BTC', `BITCOIN:${btc.toUpperCase()}`, btc.toUpperCase()],
    ['BTC', `bip122:000000000019d6689c085ae165831e93:${btc}`, btc],
    [
      'SOL',
      'solana:So11111111111111111111111111111111111111112',
      'So11111111111111111111111111111111111111112',
    ],
    [
      'BCH',
      'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
      'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
    ],
    ['ETH', `ethereum:${evm}/transfer?address=0x1`, `ethereum:${evm}/transfer?address=0x1`],
  ])('under %s, %s holds %s', (network, text, address) => {
    expect(plainAddress(network, text)).toBe(address);
  });
});
