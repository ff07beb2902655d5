import { compareAddress, type KnownAddresses, type Verdict } from './compareAddress.ts';
import type { FoundAddress } from './findAddresses.ts';

/** `unknown`: there is no profile to compare with. */
export interface AddressNote {
  readonly found: FoundAddress;
  readonly verdict: Verdict | { readonly kind: 'unknown' };
}

const urgency = { similar: 0, former: 1, other: 2, unknown: 2, listed: 3 } as const;

/** One for each different address, the most urgent first. One with a slip needs none unless it resembles another. */
export function notesOf(found: readonly FoundAddress[], known: KnownAddresses | null): AddressNote[] {
  const different = new Map(found.map((each) => [each.letters.map(({ shown }) => shown).join(''), each]));
  return [...different.values()]
    .map(
      (each): AddressNote => ({
        found: each,
        verdict: known === null ? { kind: 'unknown' } : compareAddress(each.letters, known),
      }),
    )
    .filter(({ found: { networks }, verdict: { kind } }) => networks.length > 0 || kind === 'similar')
    .sort((a, b) => urgency[a.verdict.kind] - urgency[b.verdict.kind]);
}
