import { type FormerWallet, normalizeAddress, type Wallet } from '@pmcw/contracts';
import { distance } from 'fastest-levenshtein';
import { codePointOf, type Letter, plainText } from './letters.ts';

/** A piece of an address, marked if it differs from the other one. */
export interface Piece {
  readonly text: string;
  readonly isDifferent: boolean;
}

export interface Comparison {
  /** The address that was sent or pasted. */
  readonly given: readonly Piece[];
  readonly listed: readonly Piece[];
  /** Code points in it that belong in no address, such as "U+200B". */
  readonly odd: readonly string[];
}

/**
 * How an address relates to those of a profile. `listed` may be several, because a member may list one address on
 * several networks. The rule of `similar` is in docs/decisions/pwa-similar-addresses.md.
 */
export type Verdict =
  | { readonly kind: 'listed'; readonly wallets: readonly Wallet[] }
  | { readonly kind: 'former'; readonly wallet: FormerWallet }
  | { readonly kind: 'similar'; readonly wallet: Wallet; readonly comparison: Comparison }
  | { readonly kind: 'other' };

export interface KnownAddresses {
  readonly wallets: readonly Wallet[];
  readonly formerWallets: readonly FormerWallet[];
}

export function compareAddress(letters: readonly Letter[], known: KnownAddresses): Verdict {
  const plain = plainText(letters);
  const isOdd = letters.some((letter) => letter.isOdd);
  const isSame = ({ network, address }: Pick<Wallet, 'network' | 'address'>) =>
    isSameAddress(network, address, plain);
  const wallets = known.wallets.filter(isSame);
  if (wallets.length > 0 && !isOdd) return { kind: 'listed', wallets };
  const former = known.formerWallets.find(isSame);
  if (former !== undefined && !isOdd) return { kind: 'former', wallet: former };
  const resembled = wallets[0] ?? known.wallets.find(({ address }) => isSimilar(address, plain));
  if (resembled === undefined) return { kind: 'other' };
  return { kind: 'similar', wallet: resembled, comparison: comparisonOf(letters, resembled.address) };
}

/** The case of hexadecimal and bech32 addresses means nothing; Polkadot's have several prefixes. */
export function isSameAddress(network: string, a: string, b: string): boolean {
  if (a === b) return true;
  if (network !== 'DOT' && a.toLowerCase() !== b.toLowerCase()) return false;
  return normalizeAddress(network, a) === normalizeAddress(network, b);
}

/** Prefixes that all addresses of a kind have in common. */
const commonStart = /^(?:0x|bc1[qp]?|addr1[a-z]?|(?:[xpc]-)?avax1|cosmos1|ddzffzcqrh|ae2tdpwupez?|[139ad])/;

const shortestWithEnds = 20;
/** Of the characters at both ends together, which people look at, and at each end. */
const sameAtEnds = 8;
const sameAtEachEnd = 3;
/** Slips of a hand: two swapped pairs. Fewer for short addresses of networks that are not known. */
const mostEdits = 4;
const charactersPerEdit = 8;

function isSimilar(a: string, b: string): boolean {
  const [one, other] = [a.toLowerCase(), b.toLowerCase()];
  const edits = Math.min(mostEdits, Math.floor(one.length / charactersPerEdit));
  if (Math.abs(one.length - other.length) <= edits && distance(one, other) <= edits) return true;
  return hasSameEnds(one, other);
}

function hasSameEnds(a: string, b: string): boolean {
  const start = commonStart.exec(a)?.[0] ?? '';
  if ((commonStart.exec(b)?.[0] ?? '') !== start) return false;
  const [one, other] = [a.slice(start.length), b.slice(start.length)];
  const length = Math.min(one.length, other.length);
  if (length < shortestWithEnds) return false;
  const first = sameStart([...one], [...other]);
  const last = sameStart([...one].reverse(), [...other].reverse());
  return first >= sameAtEachEnd && last >= sameAtEachEnd && first + last >= sameAtEnds;
}

function sameStart(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((character, i) => character !== b[i]);
  return at === -1 ? a.length : at;
}

/** Character by character if both have the same number, otherwise what is between equal ends. */
export function comparisonOf(letters: readonly Letter[], listed: string): Comparison {
  const fold = hasCase(listed) ? (text: string) => text : (text: string) => text.toLowerCase();
  const visible = letters.filter(({ plain }) => plain !== '');
  const given = visible.map(({ plain }) => fold(plain));
  const other = [...fold(listed)];
  const differs = given.length === other.length ? unequal(given, other) : between(given, other);
  const odd = [...new Set(letters.filter(({ isOdd }) => isOdd).map(({ shown }) => codePointOf(shown)))];
  return {
    given: piecesOf(
      letters.map((letter) => ({
        text: letter.plain === '' ? `[${codePointOf(letter.shown)}]` : letter.shown,
        isDifferent: letter.isOdd || differs.inGiven(visible.indexOf(letter)),
      })),
    ),
    listed: piecesOf([...listed].map((text, i) => ({ text, isDifferent: differs.inListed(i) }))),
    odd,
  };
}

interface Differences {
  readonly inGiven: (at: number) => boolean;
  readonly inListed: (at: number) => boolean;
}

function unequal(a: readonly string[], b: readonly string[]): Differences {
  const differs = (at: number) => a[at] !== b[at];
  return { inGiven: differs, inListed: differs };
}

function between(a: readonly string[], b: readonly string[]): Differences {
  const start = sameStart(a, b);
  const length = Math.min(a.length, b.length) - start;
  const end = Math.min(sameStart(a.toReversed(), b.toReversed()), length);
  const within = (all: readonly string[]) => (at: number) => at >= start && at < all.length - end;
  return { inGiven: within(a), inListed: within(b) };
}

/** Whether upper and lower case mean different characters, as in base58. */
const hasCase = (address: string): boolean => !/^(?:0x|bc1|addr1|cosmos1|(?:[xpc]-)?avax1)/i.test(address);

function piecesOf(characters: readonly Piece[]): Piece[] {
  const pieces: Piece[] = [];
  for (const character of characters) {
    const last = pieces.at(-1);
    if (last?.isDifferent === character.isDifferent)
      pieces[pieces.length - 1] = { ...last, text: last.text + character.text };
    else pieces.push(character);
  }
  return pieces;
}
