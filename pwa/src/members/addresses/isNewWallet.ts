import { limits, type Wallet } from '@pmcw/contracts';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Added within `limits.newWalletDays`.
 * @param now milliseconds since 1970
 */
export const isNewWallet = ({ addedAt }: Pick<Wallet, 'addedAt'>, now: number): boolean =>
  now - Date.parse(addedAt) < limits.newWalletDays * dayMs;
