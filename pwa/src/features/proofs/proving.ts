import {
  proofKindOf,
  texts,
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

/** An address that is to be proved: one of the member's list, or one that they don't list, which has no id, and is listed by that. */
export interface ToProve extends Pick<Wallet, 'network' | 'address' | 'proof'> {
  readonly id: string | null;
}

const pathOf = ({ id }: ToProve, what: 'challenge' | 'proof') =>
  `/api/user/wallets${id === null ? '' : `/${encodeURIComponent(id)}`}/${what}`;

/** What a wallet has to sign. Each asking makes another text, so it is asked for once, and forgotten with whoever shows it. */
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

/** A signature, and what it is said to be of. */
export interface Answer {
  readonly challenge: WalletChallenge;
  readonly signature: string;
}

/**
 * Whether a signature may prove an address: it does by itself, or it is one that only a contract on its network can judge, which
 * the server asks (EIP-1271).
 */
export async function mayProve(
  { network, address }: ToProve,
  { challenge: { statement }, signature }: Answer,
): Promise<boolean> {
  // Curves and scripts: for whoever proves something.
  const { verifyProof } = await import('@pmcw/contracts/walletProofs');
  if (verifyProof({ network, address, statement, signature }) !== null) return true;
  return proofKindOf(network, address) === 'evm' && /^0x([0-9a-f]{2})+$/i.test(signature);
}

/** Sends a signature, once it was looked at here. The list, and all that shows the profile, then have the proof. */
export function useProveWallet(wallet: ToProve) {
  const queryClient = useQueryClient();
  return useMutation<Wallet, Error, Answer>({
    mutationFn: async (answer) => {
      const { challenge, signature } = answer;
      if (!(await mayProve(wallet, answer))) {
        // What the server would say; it need not be asked.
        throw new ApiError({ status: 400, code: 'proof_invalid', detail: texts.refusals.proofInvalid });
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
