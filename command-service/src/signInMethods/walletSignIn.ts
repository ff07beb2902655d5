import type { AddWalletBody, WalletAnswer, WalletSignInRequest } from '@pmcw/contracts';
import { streams } from '@pmcw/contracts/events';
import type { MemberAt } from '../accounts/register.ts';
import type { SignInWay } from '../accounts/signIn.ts';
import { requireActing } from '../deciders/userState.ts';
import { walletClaim } from '../members/claims.ts';
import type { Services } from '../services.ts';
import { boundTo, isBoundTo } from './askedBrowser.ts';
import {
  provedWallets,
  requestWallet,
  type SignedAddress,
  signInWallet,
  takeWalletAnswer,
  walletNotAdmitted,
  walletUnknown,
} from './walletAnswering.ts';

const purpose = 'wallet-sign-in';

/** Bound to this browser. @throws ProblemError `not_provable` */
export const askForWallet = (
  services: Services,
  wallet: AddWalletBody,
  browser: string,
  publicUrl: string,
): Promise<WalletSignInRequest> =>
  requestWallet(services, { purpose, userId: 0, bound: boundTo(browser), ...wallet }, publicUrl);

export interface SignedInByWallet extends MemberAt {
  readonly way: SignInWay;
}

async function ownerOf({ vault, members }: Services, signed: SignedAddress): Promise<SignedInByWallet> {
  const userId = await vault.claims.holder(walletClaim(signed.address));
  if (userId === null) throw walletUnknown();
  const { state, position } = await members.states.load(streams.user(userId));
  if (state.status !== 'registered' || provedWallets(state, signed).length === 0) throw walletUnknown();
  const wallet = signInWallet(state, signed);
  if (wallet === undefined) throw walletNotAdmitted();
  const way = { methodId: wallet.id, refused: walletNotAdmitted };
  return { member: requireActing(state), position, way };
}

/**
 * By the log, the address must be proved and a way to sign in.
 * @throws ProblemError as `takeWalletAnswer`; only for the right wallet `wallet_unknown`, `wallet_not_admitted`,
 * `suspended`
 */
export const signInByWallet = (
  services: Services,
  answer: WalletAnswer,
  browser: string | undefined,
  publicUrl: string,
): Promise<SignedInByWallet> =>
  takeWalletAnswer(
    services,
    answer,
    {
      purpose,
      isTheirs: (challenge) => isBoundTo(challenge, browser),
      ownerOf: (signed) => ownerOf(services, signed),
    },
    publicUrl,
  );
