import { plainAddress } from '@pmcw/contracts';
import * as bip21 from 'bip21';
import { parse } from 'eth-url-parser';
import fc from 'fast-check';
import decodeQr from 'qr/decode.js';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { QrCode } from '../../base/ui/QrCode.tsx';
import { paymentFormOf, paymentLink } from './paymentLink.ts';

const addresses: Readonly<Record<string, string>> = {
  ETH: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  BSC: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  MATIC: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  AVAX: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  BTC: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  DOGE: 'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L',
  SOL: '4Nd1mYQZ6bS4k6mKJ1JTVFdRqBqbcyCUuaJUGb2yFKWg',
};

function result(network: string, typed: string) {
  const address = addresses[network] ?? '';
  const form = paymentFormOf(network, address);
  if (form === null) throw new Error(`${network} has no links`);
  return paymentLink(form, address, typed);
}

function link(network: string, typed: string): string {
  const made = result(network, typed);
  if (made.kind !== 'link') throw new Error(made.kind);
  return made.link;
}

/** Reads a picture as a camera would: pixels of four each way for a module. */
function readQr(text: string): string {
  const svg = renderToStaticMarkup(<QrCode text={text} label="A code" />);
  const size = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]);
  const scale = 4;
  const side = size * scale;
  const data = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, x, y] of svg.matchAll(/M(\d+) (\d+)h1/g)) {
    for (let row = 0; row < scale; row += 1)
      for (let column = 0; column < scale; column += 1) {
        const at = ((Number(y) * scale + row) * side + Number(x) * scale + column) * 4;
        data.fill(0, at, at + 3);
      }
  }
  return decodeQr({ width: side, height: side, data });
}

describe('a payment link', () => {
  it.each([
    ['ETH', '0.5', '1', '500000000000000000'],
    ['BSC', '1,25', '56', '1250000000000000000'],
    ['MATIC', '100', '137', '100000000000000000000'],
    ['AVAX', '0.000000000000000001', '43114', '1'],
  ])('of %s for %s is EIP-681, with its chain', (network, typed, chain, value) => {
    expect(parse(link(network, typed))).toMatchObject({
      scheme: 'ethereum',
      target_address: addresses[network],
      chain_id: chain,
      parameters: { value },
    });
  });

  it.each([
    ['BTC', 'bitcoin', '0.00000001', 1e-8],
    ['BTC', 'bitcoin', '21000000', 21_000_000],
    ['DOGE', 'dogecoin', '12.50', 12.5],
  ])('of %s is BIP-21 (%s) for %s', (network, scheme, typed, amount) => {
    expect(bip21.decode(link(network, typed), scheme)).toEqual({
      address: addresses[network],
      options: { amount },
    });
  });

  it('of Solana is Solana Pay', () => {
    const url = new URL(link('SOL', '0.000000001'));
    expect([url.protocol, url.pathname, url.searchParams.get('amount')]).toEqual([
      'solana:',
      addresses.SOL,
      '0.000000001',
    ]);
  });

  it('has exactly the amount that was typed, never an exponent', () => {
    const parts = fc.tuple(
      fc.bigInt({ min: 0n, max: 10n ** 12n - 1n }),
      fc.bigInt({ min: 1n, max: 10n ** 8n - 1n }),
    );
    fc.assert(
      fc.property(parts, ([whole, fraction]) => {
        const amount = `${whole}.${String(fraction).padStart(8, '0')}`.replace(/0+$/, '');
        expect(link('BTC', amount)).toBe(`bitcoin:${addresses.BTC}?amount=${amount}`);
        expect(link('BTC', `00${amount.replace('.', ',')}00`)).toBe(
          `bitcoin:${addresses.BTC}?amount=${amount}`,
        );
      }),
      { seed: 3 },
    );
  });

  it('pasted into this site is the address', () => {
    for (const network of Object.keys(addresses))
      expect(plainAddress(network, link(network, '1.5'))).toBe(addresses[network]);
  });

  it.each([
    ['', 'none'],
    ['  ', 'none'],
    ['.', 'noNumber'],
    ['1e3', 'noNumber'],
    ['-1', 'noNumber'],
    ['0x10', 'noNumber'],
    ['٣', 'noNumber'],
    ['1,000.5', 'ambiguous'],
    ['1.000.000', 'ambiguous'],
    ['0', 'zero'],
    ['0.00', 'zero'],
    ['1000000000000', 'tooMuch'],
    ['0.000000001', 'tooFine'],
  ])('of %j is refused: %s', (typed, kind) => {
    expect(result('BTC', typed).kind).toBe(kind);
  });

  it.each([
    ['PMCW', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['AVAX', 'X-avax1qurswpc8qurswpc8qurswpc8qurswpc8x32neu'],
    ['ADA', 'Ae2tdPwUPEZLs4HtbuNey7tK4hTKrwNwYtGqp7bDfCy2WdR3P6735W5Yfpe'],
    ['toString', 'anything'],
  ])('of %s has no standard', (network, address) => {
    expect(paymentFormOf(network, address)).toBeNull();
  });

  it.each(Object.keys(addresses))('of %s can be read from the picture, and so can the address', (network) => {
    const text = link(network, '123.456');
    expect(readQr(text)).toBe(text);
    expect(readQr(addresses[network] ?? '')).toBe(addresses[network]);
  });
});
