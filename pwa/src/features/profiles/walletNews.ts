import { limits, type Wallet } from '@pmcw/contracts';
import type { Visit } from '../../device/offline/kept/visits.ts';

const dayMs = 24 * 60 * 60 * 1000;

interface WalletNews {
  /** Added within `limits.newWalletDays`. */
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
