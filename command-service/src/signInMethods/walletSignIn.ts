import type { AddWalletBody, WalletAnswer, WalletSignInRequest } from '@pmcw/contracts';
import type { Vault } from '@pmcw/vault';
import type { MemberByWay } from '../accounts/signIn.ts';
import { requireActing } from '../deciders/userState.ts';
import { walletClaim } from '../members/claims.ts';
import type { MemberStores, Services } from '../services.ts';
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
  vault: Vault,
  wallet: AddWalletBody,
  browser: string,
  publicUrl: string,
): Promise<WalletSignInRequest> =>
  requestWallet(vault, { purpose, userId: 0, bound: boundTo(browser), ...wallet }, publicUrl);

async function ownerOf({ vault, members }: MemberStores, signed: SignedAddress): Promise<MemberByWay> {
  const userId = await vault.claims.holder(walletClaim(signed.address));
  if (userId === null) throw walletUnknown();
  const { state, position } = await members.load(userId);
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
  services: MemberStores & Pick<Services, 'findContractScheme'>,
  answer: WalletAnswer,
  browser: string | undefined,
  publicUrl: string,
): Promise<MemberByWay> =>
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
