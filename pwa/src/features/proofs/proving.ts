import {
  proofKindOf,
  type Wallet,
  type WalletChallenge,
  walletChallengeSchema,
  walletSchema,
} from '@pmcw/contracts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { fetchJson } from '../../base/api/client.ts';
import { ApiError } from '../../base/api/errors.ts';
import { refreshProfiles } from '../../members/look/profileMutations.ts';
import { myWalletsQuery } from '../../members/look/profileQueries.ts';

/** A listed address, or an unlisted one (without id), which the proof lists. */
export interface ToProve extends Pick<Wallet, 'network' | 'address' | 'proof'> {
  readonly id: string | null;
}

const pathOf = ({ id }: ToProve, what: 'challenge' | 'proof') =>
  `/api/user/wallets${id === null ? '' : `/${encodeURIComponent(id)}`}/${what}`;

/** Each request creates another text, so it is fetched once, and dropped on unmount. */
export const challengeQuery = (wallet: ToProve) =>
  queryOptions({
    queryKey: [pathOf(wallet, 'challenge'), wallet.network, wallet.address],
    queryFn: ({ signal }) => {
      const { id, network, address } = wallet;
      return fetchJson(pathOf(wallet, 'challenge'), walletChallengeSchema, {
        ...{ method: 'POST', signal },
        ...(id === null && { body: { network, address } }),
      });
    },
    gcTime: 0,
    refetchOnReconnect: false,
  });

export interface Answer {
  readonly challenge: WalletChallenge;
  readonly signature: string;
}

/**
 * True if the signature proves the address, or might by a contract on its network (EIP-1271), which only the server can
 * ask.
 */
export async function mayProve(
  { network, address }: ToProve,
  { challenge: { statement }, signature }: Answer,
): Promise<boolean> {
  // Large: curves and scripts.
  const { verifyProof } = await import('@pmcw/contracts/walletProofs');
  if (verifyProof({ network, address, statement, signature }) !== null) return true;
  return proofKindOf(network, address) === 'evm' && /^0x([0-9a-f]{2})+$/i.test(signature);
}

/** Checks the signature here, then sends it, and updates all queries that show the proof. */
export function useProveWallet(wallet: ToProve) {
  const queryClient = useQueryClient();
  return useMutation<Wallet, Error, Answer>({
    mutationFn: async (answer) => {
      const { challenge, signature } = answer;
      if (!(await mayProve(wallet, answer))) {
        const { proofRefusal } = await import('@pmcw/contracts/walletProofs');
        // The server's answer, without asking it.
        throw new ApiError({
          status: 400,
          code: 'proof_invalid',
          detail: proofRefusal({ ...wallet, signature }),
        });
      }
      const body = { nonce: challenge.nonce, signature };
      return fetchJson(pathOf(wallet, 'proof'), walletSchema, { method: 'POST', body });
    },
    onSuccess: (proved) => {
      queryClient.setQueryData(
        myWalletsQuery.queryKey,
        (wallets) =>
          wallets &&
          (wallets.some(({ id }) => id === proved.id)
            ? wallets.map((other) => (other.id === proved.id ? proved : other))
            : [...wallets, proved]),
      );
      refreshProfiles(queryClient, '/api/user/wallets');
    },
  });
}
