import {
  type WalletChallenge,
  type WalletSignInRequest,
  walletChallengeSchema,
  walletSignInRequestSchema,
} from '@pmcw/contracts';
import { fetchJson, send } from '../../base/api/client.ts';
import { ApiError } from '../../base/api/errors.ts';
import type { WalletAccount } from '../../device/wallets/foundWallet.ts';

const post = (body: object) => ({ method: 'POST' as const, body });

/** What a wallet has to sign to sign in. @throws ApiError, NetworkError */
export const askToSignIn = ({ network, address }: WalletAccount): Promise<WalletSignInRequest> =>
  fetchJson('/api/login/wallet/options', walletSignInRequestSchema, post({ network, address }));

/** What a newcomer's wallet has to sign to prove its address. @throws ApiError, NetworkError */
export const askToRegister = (
  username: string,
  { network, address }: WalletAccount,
): Promise<WalletChallenge> =>
  fetchJson('/api/register/wallet/options', walletChallengeSchema, post({ username, network, address }));

/** What a wallet has to sign to prove that it is the member. @throws ApiError, NetworkError */
export const askForWalletProof = (walletId: string): Promise<WalletSignInRequest> =>
  fetchJson('/api/user/fresh-proof/wallet/options', walletSignInRequestSchema, post({ walletId }));

/** Adds a proved address to the ways to sign in. @throws ApiError, NetworkError */
export const admitWallet = (walletId: string): Promise<unknown> =>
  send('/api/user/sign-in-methods/wallets', post({ walletId }));

/** Whether nobody signs in by the address yet. */
export const isUnknownWallet = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'wallet_unknown';
