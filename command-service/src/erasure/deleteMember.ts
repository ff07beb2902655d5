import type { Deletion } from '@pmcw/contracts';
import { streams } from '@pmcw/contracts/events';
import type { IntendedErasure } from '@pmcw/vault';
import { requireMember } from '../deciders/userState.ts';
import { confirmClaims, usernameClaim } from '../members/claims.ts';
import { handleMember } from '../members/handleMember.ts';
import type { GivenContext } from '../proofs/authority.ts';
import type { Services } from '../services.ts';

/** Whoever writes to their own stream as fast as they can must not keep an administrator from deleting them. */
const tries = 200;

/** What must stand before the log says that the member is gone: the intention, and their hold on their name. */
async function prepare(services: Services, userId: number): Promise<IntendedErasure> {
  const intended = await services.vault.erasures.intend(userId);
  const { username } = requireMember((await services.members.states.load(streams.user(userId))).state);
  await confirmClaims(services, userId, [usernameClaim(username)]);
  return intended;
}

/**
 * Deletes a member for good, for themselves or as an administrator (docs/decisions/erasure.md). First the intention is
 * noted, then the event is appended, then all that can be forgotten is: whatever stops it after the event is finished by
 * whichever process comes by, so the deletion stands from there on.
 * @returns what a receipt of it is asked for with
 * @throws ProblemError `protected_member`, `not_found`; for a member's own `not_signed_in`, `suspended`
 */
export async function deleteMember(
  services: Services,
  userId: number,
  context: GivenContext,
): Promise<Deletion> {
  let intended: IntendedErasure | null = null;
  const { position } = await handleMember(services, userId, { type: 'DeleteUser' }, context, {
    tries,
    // Behind the rules: a deletion that they refuse leaves no intention.
    beforeAppend: async () => {
      intended = await prepare(services, userId);
    },
  });
  const isDone = await services.erasing.finishNow(userId, intended);
  return { memberId: userId, position: String(position), state: isDone ? 'erased' : 'begun' };
}
