import {
  type DirectoryCard,
  directorySchema,
  foldCase,
  hasWords,
  type Profile,
  profileSchema,
  searchedText,
  searchWords,
} from '@pmcw/contracts';
import * as v from 'valibot';
import type { KeptAnswer } from '../../device/offline/kept/answers.ts';
import type { DirectoryState } from './directoryState.ts';

export interface StoredMembers {
  readonly known: number;
  readonly fitting: readonly DirectoryCard[];
  /** When the oldest of them was answered, or of all members if none fits; in milliseconds since 1970. */
  readonly asOf: number | null;
}

/** Searches the members in stored answers by the rules of the server; the latest answer about each counts. */
export function searchStoredMembers(answers: readonly KeptAnswer[], state: DirectoryState): StoredMembers {
  const known = new Map<number, { readonly card: DirectoryCard; readonly at: number }>();
  for (const answer of [...answers].sort((a, b) => a.at - b.at)) {
    for (const card of cardsOf(answer)) known.set(card.id, { card, at: answer.at });
  }
  const words = searchWords(state.query);
  const all = [...known.values()];
  const found = all.filter(({ card }) => fits(card, words, state));
  const oldest = Math.min(...(found.length === 0 ? all : found).map(({ at }) => at));
  return {
    known: known.size,
    fitting: found.map(({ card }) => card).sort(orders[state.sort]),
    asOf: Number.isFinite(oldest) ? oldest : null,
  };
}

function cardsOf({ kind, body }: KeptAnswer): readonly DirectoryCard[] {
  if (kind === 'directory') {
    const page = v.safeParse(directorySchema, body);
    return page.success ? page.output.users : [];
  }
  const profile = v.safeParse(profileSchema, body);
  return profile.success ? [cardOf(profile.output)] : [];
}

function cardOf(profile: Profile): DirectoryCard {
  const { id, username, fullName, bio, avatarUrl, userType, isAuthorized, pmcwTokens, wallets } = profile;
  const networks = [...new Set(wallets.map(({ network }) => network))];
  const hasProof = wallets.some(({ proof }) => proof !== null);
  return { id, username, fullName, bio, avatarUrl, userType, isAuthorized, pmcwTokens, networks, hasProof };
}

function fits(card: DirectoryCard, words: readonly string[] | null, state: DirectoryState): boolean {
  return (
    (words === null || hasWords(searchedText(card.username, card.fullName, card.bio), words)) &&
    (state.isAuthorized === null || card.isAuthorized === state.isAuthorized) &&
    (state.userType === null || card.userType === state.userType) &&
    (!state.hasProof || card.hasProof)
  );
}

/** Ids are in the order of registration. */
const orders: Readonly<Record<DirectoryState['sort'], (a: DirectoryCard, b: DirectoryCard) => number>> = {
  username: (a, b) => (foldCase(a.username) < foldCase(b.username) ? -1 : 1),
  newest: (a, b) => b.id - a.id,
  oldest: (a, b) => a.id - b.id,
};
