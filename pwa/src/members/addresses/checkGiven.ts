import { type KnownNetwork, plainAddress, walletAddressSchema } from '@pmcw/contracts';
import * as v from 'valibot';
import { compareAddress, type KnownAddresses, type Verdict } from './compareAddress.ts';
import { networksOf } from './findAddresses.ts';
import { lettersOf, plainText, withoutEnds } from './letters.ts';

/** `part`: shortened, or too short for any address. */
export type GivenVerdict =
  | Exclude<Verdict, { readonly kind: 'other' }>
  | { readonly kind: 'other'; readonly given: string; readonly networks: readonly KnownNetwork[] }
  | { readonly kind: 'empty' | 'part' };

const shortest = 20;
/** As many wallets show addresses. */
const shortened = /…|\.{2,}/;

/** Compares what a person pasted: an address, a payment link, or lines of them. */
export function checkGiven(text: string, known: KnownAddresses): GivenVerdict {
  const given = text.replace(/\s/g, '');
  // Any known network: links of all have the same form.
  const letters = withoutEnds(lettersOf(plainAddress('BTC', given)));
  const plain = plainText(letters);
  if (plain === '') return { kind: 'empty' };
  if (shortened.test(given)) return { kind: 'part' };
  const verdict = compareAddress(letters, known);
  if (verdict.kind !== 'other') return verdict;
  if (plain.length < shortest) return { kind: 'part' };
  const written = letters.map(({ shown }) => shown).join('');
  return { kind: 'other', given: written, networks: networksOf(plain) };
}

/** The address to ask the directory about; null if no member can list it. */
export function addressToAsk(verdict: GivenVerdict): string | null {
  if (verdict.kind === 'former') return verdict.wallet.address;
  if (verdict.kind !== 'other' || verdict.networks.length === 0) return null;
  return v.is(walletAddressSchema, verdict.given) ? verdict.given : null;
}
