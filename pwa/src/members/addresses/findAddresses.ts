import { isValidAddress, type KnownNetwork, knownNetworks } from '@pmcw/contracts';
import { candidatesIn } from './candidates.ts';
import { type Letter, lettersOf, plainText, withoutEnds } from './letters.ts';

/** An address as written in a text, or what was meant to be one. */
export interface FoundAddress {
  readonly start: number;
  readonly end: number;
  readonly letters: readonly Letter[];
  /** Without what belongs in no address. */
  readonly plain: string;
  /** Where it is valid; empty for one with a slip, which only matters beside a similar one. */
  readonly networks: readonly KnownNetwork[];
}

/** The longest addresses, Cardano's first ones, have 114 characters. Decoding takes the square of the length. */
const longest = 128;

/** Shapes of addresses that are rare in other texts. */
const nearlyAddress =
  /^(?:0x[\da-z]{36,44}|(?:bc1|addr1|cosmos1|avax1)[\da-z]{30,}|(?=.*\d)[139AD][\da-z]{25,35})$/i;

export const networksOf = (address: string): KnownNetwork[] =>
  knownNetworks.filter((network) => isValidAddress(network, address));

/** In the order of the text. Time is linear in its length. */
export function findAddresses(text: string): FoundAddress[] {
  return [...candidatesIn(text)].flatMap(({ 0: run, index }) => {
    const letters = withoutEnds(lettersOf(run));
    const written = letters.map(({ shown }) => shown).join('');
    const start = index + run.indexOf(written);
    const end = start + written.length;
    const plain = plainText(letters);
    if (plain.length > longest) return [];
    // Avalanche's `X-avax1…`
    const chain = /^avax1/i.test(plain)
      ? (/[XPC]-$/i.exec(text.slice(Math.max(0, start - 2), start))?.[0] ?? '')
      : '';
    const address = chain + plain;
    const networks = networksOf(address);
    if (networks.length === 0 && !nearlyAddress.test(plain)) return [];
    return [
      {
        start: start - chain.length,
        end,
        letters: [...lettersOf(chain), ...letters],
        plain: address,
        networks,
      },
    ];
  });
}
