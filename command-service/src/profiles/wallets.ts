import { type AddWalletBody, ProblemError, texts, type Wallet } from '@pmcw/contracts';
import type { UserState } from '@pmcw/contracts/events';
import { v7 as uuidv7 } from 'uuid';
import { requireMember, signsInBy } from '../deciders/userState.ts';
import { bears, takeClaims, walletClaim } from '../members/claims.ts';
import { handleMember } from '../members/handleMember.ts';
import type { GivenContext } from '../proofs/authority.ts';
import type { MemberHandling, Services } from '../services.ts';
import { refuseToLeaveDeadWays } from '../signInMethods/removing.ts';

/** Idempotent by id. @throws ProblemError `wallet_taken`, `wallet_listed`, `conflict` if the list is full */
export async function listWallet(
  services: MemberHandling,
  { id: walletId = uuidv7(), ...wallet }: AddWalletBody,
  context: GivenContext,
): Promise<{ readonly wallet: Wallet; readonly position: bigint }> {
  const { actorId: userId } = context;
  const claims = [walletClaim(wallet.address)];
  const command = { type: 'AddWallet', walletId, ...wallet } as const;
  const { state, position } = await handleMember(services, userId, command, context, {
    beforeAppend: () => takeClaims(services, userId, claims),
  });
  await services.vault.claims.confirm(userId, claims);
  const added = requireMember(state).wallets.find(({ id }) => id === walletId);
  if (added === undefined) throw new Error('A wallet just added is in the list');
  return { wallet: added, position };
}

/**
 * Releases the address unless it is listed on another network.
 * @throws ProblemError `not_found`, `fresh_proof_required`, `last_sign_in_method`
 */
export async function unlistWallet(
  services: MemberHandling & Pick<Services, 'openid'>,
  userId: number,
  walletId: string,
  type: 'RemoveWallet' | 'TakeOffWallet',
  context: GivenContext,
): Promise<bigint> {
  const { members, vault } = services;
  const before = requireMember((await members.load(userId)).state);
  const wallet = before.wallets.find(({ id }) => id === walletId);
  if (wallet === undefined) throw new ProblemError('not_found', texts.refusals.walletNotFound);
  const admit = async (state: UserState) => {
    if (signsInBy(state, walletId)) await refuseToLeaveDeadWays(services, state, walletId);
  };
  const claim = walletClaim(wallet.address);
  // Listing the address again after the append changes the mark.
  const mark = await vault.claims.markOf(userId, claim);
  const takesOwnWay = context.actorId === userId && signsInBy(before, walletId);
  const command = { type: takesOwnWay ? 'RemoveSignInWallet' : type, walletId } as const;
  const { state, position } = await handleMember(services, userId, command, context, { beforeAppend: admit });
  if (mark !== null && !bears(state, claim)) await vault.claims.releaseIfUnchanged(userId, claim, mark);
  return position;
}
