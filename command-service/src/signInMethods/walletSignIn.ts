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

/** Gives out what the wallet of an address has to sign for a sign-in, in this browser alone. @throws ProblemError `not_provable` */
export const askForWallet = (
  services: Services,
  wallet: AddWalletBody,
  browser: string,
  publicUrl: string,
): Promise<WalletSignInRequest> =>
  requestWallet(services, { purpose, userId: 0, bound: boundTo(browser), ...wallet }, publicUrl);

/** Who signs in by a wallet, and how far the log was. */
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
 * Finds the member by what the wallet of one of their addresses signed. The log must tell that the address stands proved in their
 * list, and that they sign in by it.
 * @param browser what `askForWallet` was asked with, as the browser has it
 * @throws ProblemError what `takeWalletAnswer` throws; and only to who has the wallet: `wallet_unknown` for an address that nobody
 * proved, `wallet_not_admitted` for one that somebody did who does not sign in by it, `suspended`
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
