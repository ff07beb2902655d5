import { streams } from '@pmcw/contracts/events';
import { handle } from '../handling/handle.ts';
import { causeOf } from '../handling/stamp.ts';
import { bears, walletClaim } from '../members/claims.ts';
import type { GivenContext } from '../proofs/authority.ts';
import type { MemberHandling } from '../services.ts';

/**
 * First events, then the release of the claim. Call it after verifying the signature and before taking the claim, which
 * decides between concurrent callers.
 * @param context the member who proved the address
 * @throws ProblemError `wallet_taken` if the other member has proved it, too
 */
export async function yieldTo(
  services: MemberHandling,
  address: string,
  context: GivenContext,
): Promise<void> {
  const { members, vault } = services;
  const claim = walletClaim(address);
  const holder = await vault.claims.holder(claim);
  if (holder === null || holder === context.actorId) return;
  const { state: before } = await members.load(holder);
  // A registration in progress or a leftover: `takeClaims` handles those.
  if (before.status !== 'registered' || !bears(before, claim)) return;
  const mark = await vault.claims.markOf(holder, claim);
  const command = { type: 'YieldAddress', address } as const;
  const { state } = await handle(services, members.states, streams.user(holder), command, causeOf(context));
  if (mark !== null && !bears(state, claim)) await vault.claims.releaseIfUnchanged(holder, claim, mark);
}
