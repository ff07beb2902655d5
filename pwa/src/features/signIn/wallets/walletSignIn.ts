import {
  type WalletChallenge,
  type WalletSignInRequest,
  walletChallengeSchema,
  walletSignInRequestSchema,
} from '@pmcw/contracts';
import { fetchJson, send } from '../../../base/api/client.ts';
import { ApiError } from '../../../base/api/errors.ts';
import type { WalletAccount } from '../../../device/wallets/foundWallet.ts';

const post = (body: object) => ({ method: 'POST' as const, body });

/** @throws ApiError, NetworkError */
export const askToSignIn = ({ network, address }: WalletAccount): Promise<WalletSignInRequest> =>
  fetchJson('/api/login/wallet/options', walletSignInRequestSchema, post({ network, address }));

/** @throws ApiError, NetworkError */
export const askToRegister = (
  username: string,
  { network, address }: WalletAccount,
): Promise<WalletChallenge> =>
  fetchJson('/api/register/wallet/options', walletChallengeSchema, post({ username, network, address }));

/** @throws ApiError, NetworkError */
export const askForWalletProof = (walletId: string): Promise<WalletSignInRequest> =>
  fetchJson('/api/user/fresh-proof/wallet/options', walletSignInRequestSchema, post({ walletId }));

/** @throws ApiError, NetworkError */
export const admitWallet = (walletId: string): Promise<unknown> =>
  send('/api/user/sign-in-methods/wallets', post({ walletId }));

export const isUnknownWallet = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'wallet_unknown';
