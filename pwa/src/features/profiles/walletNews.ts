import { limits, type Wallet } from '@pmcw/contracts';
import type { Visit } from '../../device/offline/kept/visits.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Why somebody who is about to pay to an address should ask first. */
export interface WalletNews {
  /** It was added in the last `limits.newWalletDays` days. */
  readonly isNew: boolean;
  /** It was not there yet when they looked last. */
  readonly isNewToVisitor: boolean;
}

/** When the newest of the wallets was listed, in milliseconds since 1970; 0 without any. */
export const newestOf = (wallets: readonly Pick<Wallet, 'addedAt'>[]): number =>
  Math.max(0, ...wallets.map(({ addedAt }) => Date.parse(addedAt) || 0));

/**
 * What is new of an address.
 * @param lastVisit the visitor's visit before this one; null when there was none
 * @param now milliseconds since 1970
 */
export function newsOf(
  { addedAt }: Pick<Wallet, 'addedAt'>,
  lastVisit: Visit | null,
  now: number,
): WalletNews {
  const added = Date.parse(addedAt);
  return {
    isNew: now - added < limits.newWalletDays * dayMs,
    isNewToVisitor: lastVisit !== null && added > lastVisit.newest,
  };
}
