import { streams } from '@pmcw/contracts/events';
import { bears, walletClaim } from '../accounts/claiming.ts';
import { handle } from '../handling/handle.ts';
import { causeOf } from '../handling/stamp.ts';
import type { GivenContext } from '../proofs/authority.ts';
import type { Services } from '../services.ts';

/**
 * Has whoever lists an address without a proof give it up, for somebody who has just proved it: first the event, then the claim. To be
 * called once the signature was found right, and before the claim is taken; who comes first after it is decided there.
 * @throws ProblemError `wallet_taken` when it is proved there, too
 */
export async function yieldTo(services: Services, address: string, context: GivenContext): Promise<void> {
  const { members, vault } = services;
  const claim = walletClaim(address);
  const holder = await vault.claims.holder(claim);
  if (holder === null || holder === context.actorId) return;
  const stream = streams.user(holder);
  const { state: before } = await members.states.load(stream);
  // A claim that the log says nothing of is a registration's, or left over: `takeClaims` sees to those.
  if (before.status !== 'registered' || !bears(before, claim)) return;
  const mark = await vault.claims.markOf(holder, claim);
  const command = { type: 'YieldAddress', address } as const;
  const { state } = await handle(services, members.states, stream, command, causeOf(context));
  if (mark !== null && !bears(state, claim)) await vault.claims.releaseIfUnchanged(holder, claim, mark);
}
