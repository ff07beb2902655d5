import { blake2b } from '@noble/hashes/blake2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import type { FormerWallet, Wallet } from '@pmcw/contracts';
import { base58, bech32, createBase58check } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mayHoldAddress } from './candidates.ts';
import { addressToAsk, checkGiven } from './checkGiven.ts';
import { compareAddress, isSameAddress, type Verdict } from './compareAddress.ts';
import { findAddresses } from './findAddresses.ts';
import { lettersOf } from './letters.ts';
import { notesOf } from './notesOf.ts';

const eth = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const stranger = '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB';
const segwit = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const legacy = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const solana = '4Nd1mYQZ6bS4k6mKJ1JTVFdRqBqbcyCUuaJUGb2yFKWg';
const polkadot = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5';
const cardano =
  'addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x';
const avalanche = `X-${bech32.encode('avax', bech32.toWords(new Uint8Array(20).fill(7)))}`;

const wallet = (network: string, address: string): Wallet => ({
  ...{ id: network, network, address },
  addedAt: '2026-03-03T00:00:00.000Z',
  proof: null,
  ensName: null,
});
const former: FormerWallet = {
  ...{ id: 'old', network: 'ETH', address: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359' },
  ...{ addedAt: '2026-01-01T00:00:00.000Z', removedAt: '2026-03-03T00:00:00.000Z', cause: null },
};
const known = {
  wallets: [
    ...[wallet('ETH', eth), wallet('BSC', eth), wallet('BTC', segwit), wallet('BTC', legacy)],
    ...[wallet('SOL', solana), wallet('DOT', polkadot), wallet('ADA', cardano)],
  ],
  formerWallets: [former],
};
const verdict = (text: string): Verdict => compareAddress(lettersOf(text), known);
/** With different characters in brackets. */
const marked = (text: string) => {
  const found = verdict(text);
  if (found.kind !== 'similar') return found.kind;
  const { given, listed } = found.comparison;
  return [given, listed].map((pieces) =>
    pieces.map((piece) => (piece.isDifferent ? `<${piece.text}>` : piece.text)).join(''),
  );
};

describe('addresses in a text', () => {
  it.each([
    [`Pay to ${eth}, please.`, eth, ['PMCW', 'ETH', 'BSC', 'MATIC', 'AVAX']],
    [`bitcoin:${segwit}?amount=1`, segwit, ['BTC']],
    [`(${legacy})`, legacy, ['BTC']],
    [`https://solscan.io/account/${solana}`, solana, ['SOL']],
    [`DOT: ${polkadot}`, polkadot, ['DOT']],
    [`my ADA ${cardano}!`, cardano, ['ADA']],
    [`here ${avalanche} it is`, avalanche, ['AVAX']],
    [`شارك ${eth} الآن`, eth, ['PMCW', 'ETH', 'BSC', 'MATIC', 'AVAX']],
    [`\u2066${segwit}\u2069`, segwit, ['BTC']],
  ])('are found: %s', (text, address, networks) => {
    expect(mayHoldAddress(text)).toBe(true);
    const found = findAddresses(text);
    expect(found.map(({ start, end }) => text.slice(start, end))).toEqual([address]);
    expect(found.map((each) => each.networks)).toEqual([networks]);
  });

  it.each([
    'See you tomorrow at ten, then we can talk about the counterrevolutionaries.',
    '你好，我们明天十点见面，然后可以谈谈这个项目的所有细节和未来的计划吧，好不好呢',
    'https://example.org/a/b/c?d=e&f=g',
    '👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦',
    '550e8400-e29b-41d4-a716-446655440000',
  ])('are not suspected, so that nothing more is loaded: %s', (text) => {
    expect(findAddresses(text)).toEqual([]);
    expect(mayHoldAddress(text)).toBe(false);
  });

  it.each([
    '236abb52c2d8c14e472cf8883e77285e9d811f7b',
    'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  ])('are not found in %s', (text) => {
    expect(findAddresses(text)).toEqual([]);
  });

  it('are found through invisible characters and letters that look like others', () => {
    const hidden = `${eth.slice(0, 9)}\u200b${eth.slice(9)}`;
    expect(findAddresses(`at ${hidden} now`).map(({ plain }) => plain)).toEqual([eth]);
    expect(findAddresses(legacy.replace('A', '\u0410')).map(({ plain }) => plain)).toEqual([legacy]);
  });

  it('are found in any text, at their places, within its length', () => {
    const hostile = fc.array(
      fc.oneof(
        fc.constantFrom(
          eth,
          segwit,
          legacy,
          solana,
          cardano,
          '\u200b',
          '0x',
          'X-',
          'bc1',
          ' ',
          '\u0410',
          '\u0301',
        ),
        fc.string({ unit: 'binary', maxLength: 40 }),
        fc.string({ unit: fc.constantFrom('a', '0', '\u200d', '\u0301', '\u0430'), maxLength: 400 }),
      ),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(hostile, (parts) => {
        const text = parts.join('').slice(0, 4000);
        let last = 0;
        for (const { start, end, letters, plain } of findAddresses(text)) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(text.slice(start, end)).toBe(letters.map(({ shown }) => shown).join(''));
          expect(plain.length).toBeLessThanOrEqual(130);
          compareAddress(letters, known);
          last = end;
        }
      }),
      { seed: 7, numRuns: 100 },
    );
  });
});

describe('an address beside those of a profile', () => {
  it('is listed on every network that has it, in any case that means nothing', () => {
    const networks = (text: string) => {
      const found = verdict(text);
      return found.kind === 'listed' ? found.wallets.map(({ network }) => network) : found.kind;
    };
    expect(networks(eth)).toEqual(['ETH', 'BSC']);
    expect(networks(eth.toLowerCase())).toEqual(['ETH', 'BSC']);
    expect(networks(segwit.toUpperCase())).toEqual(['BTC']);
    expect(networks(solana)).toEqual(['SOL']);
  });

  it('is the same under another prefix of Polkadot', () => {
    const bytes = Uint8Array.of(42, ...base58.decode(polkadot).subarray(1, 33));
    const checksum = blake2b(Uint8Array.of(...new TextEncoder().encode('SS58PRE'), ...bytes)).subarray(0, 2);
    const generic = base58.encode(Uint8Array.of(...bytes, ...checksum));
    expect(isSameAddress('DOT', polkadot, generic)).toBe(true);
    expect(verdict(generic).kind).toBe('listed');
    expect(isSameAddress('DOT', polkadot, solana)).toBe(false);
  });

  it('was listed', () => {
    expect(verdict(former.address)).toEqual({ kind: 'former', wallet: former });
  });

  it('resembles one with the same ends', () => {
    expect(marked(`0x5aae${'1'.repeat(31)}2eaed`)).toEqual([
      `0x5aae<${'1'.repeat(30)}>1<2>eaed`,
      '0x5aAe<b6053F3E94C9b9A09f33669435E7Ef>1<B>eAed',
    ]);
    const swapped = segwit.slice(0, 8) + segwit.slice(8, -4).split('').reverse().join('') + segwit.slice(-4);
    expect(verdict(swapped).kind).toBe('similar');
  });

  it('resembles one by slips of a hand, which are marked', () => {
    expect(marked(eth.replace('94C9', '49C9'))).toEqual([
      '0x5aAeb6053F3E<49>C9b9A09f33669435E7Ef1BeAed',
      '0x5aAeb6053F3E<94>C9b9A09f33669435E7Ef1BeAed',
    ]);
    expect(marked(segwit.replace('lydn', 'lyn'))).toEqual([
      'bc1qar0srrr7xfkvy5l643lynw9re59gtzzwf5mdq',
      'bc1qar0srrr7xfkvy5l643ly<d>nw9re59gtzzwf5mdq',
    ]);
  });

  it('resembles one in another case where the case matters', () => {
    expect(marked(legacy.toLowerCase())).toEqual([
      '1<a>1z<p>1e<p>5<qg>efi2<dmpt>f<tl>5<sl>mv7<d>ivf<n>a',
      '1<A>1z<P>1e<P>5<QG>efi2<DMPT>f<TL>5<SL>mv7<D>ivf<N>a',
    ]);
  });

  it('is never the same with invisible characters or imitated letters, which are named', () => {
    expect(marked(`${eth.slice(0, 6)}\u200b${eth.slice(6)}`)).toEqual([
      `0x5aAe<[U+200B]>${eth.slice(6)}`,
      eth,
    ]);
    const found = verdict(legacy.replace('A', '\u0410'));
    expect(found).toMatchObject({ kind: 'similar', comparison: { odd: ['U+0410'] } });
  });

  it('is none of them', () => {
    expect(verdict('0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB').kind).toBe('other');
    expect(verdict('3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy').kind).toBe('other');
  });

  it('resembles none by chance', () => {
    const check = createBase58check(sha256);
    const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
    const addresses = fc.oneof(
      bytes(20).map((hash) => `0x${Buffer.from(hash).toString('hex')}`),
      bytes(20).map((hash) => bech32.encode('bc', [0, ...bech32.toWords(hash)])),
      bytes(20).map((hash) => check.encode(Uint8Array.of(0, ...hash))),
      bytes(32).map((key) => base58.encode(key)),
      bytes(56).map((keys) => bech32.encode('addr', bech32.toWords(Uint8Array.of(1, ...keys)), false)),
      bytes(32).map((key) => base58.encode(Uint8Array.of(0, ...key, 1, 2))),
    );
    fc.assert(
      fc.property(fc.noShrink(addresses), fc.noShrink(addresses), (a, b) => {
        fc.pre(a !== b);
        const listed = { wallets: [wallet('XYZ', a)], formerWallets: [] };
        expect(compareAddress(lettersOf(b), listed).kind).toBe('other');
      }),
      { seed: 11, numRuns: 3000 },
    );
  });
});

describe('a pasted text', () => {
  it.each([
    ['', 'empty'],
    [' \n\u200b', 'empty'],
    [eth, 'listed'],
    [` ${eth.slice(0, 20)}\n${eth.slice(20)}\u200e `, 'listed'],
    [`ethereum:${eth}@1?value=1`, 'listed'],
    [`bitcoin:${segwit.toUpperCase()}?amount=0.1`, 'listed'],
    [former.address, 'former'],
    [eth.replace('94C9', '49C9'), 'similar'],
    ['0x5aAe…eAed', 'part'],
    ['0x5aAeb6053F3E94C9b9A0...BeAed', 'part'],
    ['0x5aAeb6', 'part'],
    ['0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB', 'other'],
    ['the quick brown fox jumps over the lazy dog', 'other'],
  ])('%j is: %s', (text, kind) => {
    expect(checkGiven(text, known).kind).toBe(kind);
  });

  it('that is no address of the profile is named by its networks', () => {
    expect(checkGiven('DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L', known)).toEqual({
      kind: 'other',
      given: 'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L',
      networks: ['DOGE'],
    });
  });

  it.each([
    [`ethereum:${stranger.toLowerCase()}@1?value=1`, stranger.toLowerCase()],
    [` ${stranger.slice(0, 9)}\n${stranger.slice(9)} `, stranger],
    [former.address.toLowerCase(), former.address],
    ['the quick brown fox jumps over the lazy dog', null],
    [stranger.slice(0, 20), null],
    // Not exactly this address: the letter "а" is Cyrillic.
    [stranger.replaceAll('a', 'а'), null],
    [eth, null],
    [eth.replace('94C9', '49C9'), null],
  ])('%j is looked up in the directory as %j', (text, address) => {
    expect(addressToAsk(checkGiven(text, known))).toBe(address);
  });
});

describe('notes on a text', () => {
  const kinds = (text: string, beside: typeof known | null = known) =>
    notesOf(findAddresses(text), beside).map((note) => note.verdict.kind);
  const slip = legacy.replace('zP1', 'zP2');
  const other = '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB';

  it('are one for each address, the most urgent first', () => {
    expect(kinds(`${eth} ${eth} ${other} ${former.address} ${slip}`)).toEqual([
      'similar',
      'former',
      'other',
      'listed',
    ]);
  });

  it('never call an address missing without a profile to compare it with', () => {
    expect(kinds(`${eth} ${slip}`, null)).toEqual(['unknown']);
  });

  it('ignore slips that resemble nothing', () => {
    expect(kinds('3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLz')).toEqual([]);
  });
});
