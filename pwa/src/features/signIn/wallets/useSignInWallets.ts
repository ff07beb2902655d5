import type { Wallet } from '@pmcw/contracts';
import { useQuery } from '@tanstack/react-query';
import { myWalletsQuery } from '../../../members/look/profileQueries.ts';
import { signInMethodsQuery } from '../../../members/session/signInMethodQueries.ts';

/** A wallet's sign-in method has the wallet's id. */
export function useSignInWallets(): readonly Wallet[] {
  const methods = useQuery(signInMethodsQuery).data ?? [];
  const wallets = useQuery(myWalletsQuery).data ?? [];
  return wallets.filter((wallet) => methods.some(({ id }) => id === wallet.id));
}
