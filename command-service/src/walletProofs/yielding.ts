import { streams } from '@pmcw/contracts/events';
import { handle } from '../handling/handle.ts';
import { causeOf } from '../handling/stamp.ts';
import { bears, walletClaim } from '../members/claims.ts';
import type { GivenContext } from '../proofs/authority.ts';
import type { Services } from '../services.ts';

/**
 * Removes an address from the member who lists it without a proof, first by events, then by releasing the claim. Call it after the
 * signature was verified and before the claim is taken; the claim decides between callers that come at the same time.
 * @param context the member who proved the address
 * @throws ProblemError `wallet_taken` when the other member has proved it, too
 */
export async function yieldTo(services: Services, address: string, context: GivenContext): Promise<void> {
  const { members, vault } = services;
  const claim = walletClaim(address);
  const holder = await vault.claims.holder(claim);
  if (holder === null || holder === context.actorId) return;
  const stream = streams.user(holder);
  const { state: before } = await members.states.load(stream);
  // A claim without an entry in the log is of a registration in progress, or a leftover: `takeClaims` handles those.
  if (before.status !== 'registered' || !bears(before, claim)) return;
  const mark = await vault.claims.markOf(holder, claim);
  const command = { type: 'YieldAddress', address } as const;
  const { state } = await handle(services, members.states, stream, command, causeOf(context));
  if (mark !== null && !bears(state, claim)) await vault.claims.releaseIfUnchanged(holder, claim, mark);
}
