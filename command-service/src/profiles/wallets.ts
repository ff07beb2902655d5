import { type AddWalletBody, ProblemError, texts, type Wallet } from '@pmcw/contracts';
import { streams } from '@pmcw/contracts/events';
import { v7 as uuidv7 } from 'uuid';
import { bears, takeClaims, walletClaim } from '../accounts/claiming.ts';
import { requireMember } from '../accounts/userState.ts';
import { handle } from '../handling/handle.ts';
import { causeOf } from '../handling/stamp.ts';
import type { Services } from '../services.ts';

/**
 * Lists a wallet of a member, whose address no other member may list.
 * @throws ProblemError `wallet_taken`, `wallet_listed`, `conflict` when the list is full
 */
export async function addWallet(
  services: Services,
  userId: number,
  wallet: AddWalletBody,
  correlationId: string,
): Promise<{ readonly wallet: Wallet; readonly position: bigint }> {
  const walletId = uuidv7();
  const claims = [walletClaim(wallet.address)];
  const { state, position } = await handle(
    services,
    services.members.states,
    streams.user(userId),
    { type: 'AddWallet', walletId, ...wallet },
    causeOf(userId, correlationId),
    { beforeAppend: () => takeClaims(services, userId, claims) },
  );
  await services.vault.claims.confirm(userId, claims);
  const added = requireMember(state).wallets.find(({ id }) => id === walletId);
  if (added === undefined) throw new Error('A wallet just added is in the list');
  return { wallet: added, position };
}

/**
 * Takes a wallet off a member's list, and gives its address up when it stands there on no other network.
 * @throws ProblemError `not_found` when it is not in the member's own list
 */
export async function removeWallet(
  services: Services,
  userId: number,
  walletId: string,
  correlationId: string,
): Promise<bigint> {
  const { members, vault } = services;
  const stream = streams.user(userId);
  const before = requireMember((await members.states.load(stream)).state);
  const wallet = before.wallets.find(({ id }) => id === walletId);
  if (wallet === undefined) throw new ProblemError('not_found', texts.refusals.walletNotFound);
  const claim = walletClaim(wallet.address);
  // Read before the append: whoever lists the address again after it takes the claim again, and so changes the mark.
  const mark = await vault.claims.markOf(userId, claim);
  const command = { type: 'RemoveWallet', walletId } as const;
  const { state, position } = await handle(
    services,
    members.states,
    stream,
    command,
    causeOf(userId, correlationId),
  );
  if (mark !== null && !bears(state, claim)) await vault.claims.releaseIfUnchanged(userId, claim, mark);
  return position;
}
