import type { Wallet } from '@pmcw/contracts';
import type { Visit } from '../../device/offline/kept/visits.ts';
import { isNewWallet } from '../../members/addresses/isNewWallet.ts';

interface WalletNews {
  readonly isNew: boolean;
  /** Added since the visitor's last visit. */
  readonly isNewToVisitor: boolean;
}

/** In milliseconds since 1970; 0 without any. */
export const newestOf = (wallets: readonly Pick<Wallet, 'addedAt'>[]): number =>
  Math.max(0, ...wallets.map(({ addedAt }) => Date.parse(addedAt) || 0));

/**
 * @param lastVisit the previous visit; null for none
 * @param now milliseconds since 1970
 */
export function newsOf(wallet: Pick<Wallet, 'addedAt'>, lastVisit: Visit | null, now: number): WalletNews {
  return {
    isNew: isNewWallet(wallet, now),
    isNewToVisitor: lastVisit !== null && Date.parse(wallet.addedAt) > lastVisit.newest,
  };
}
