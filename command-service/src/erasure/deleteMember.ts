import type { Deletion } from '@pmcw/contracts';
import type { IntendedErasure } from '@pmcw/vault';
import { requireMember } from '../deciders/userState.ts';
import { confirmClaims, usernameClaim } from '../members/claims.ts';
import { handleMember } from '../members/handleMember.ts';
import type { GivenContext } from '../proofs/authority.ts';
import type { MemberHandling, MemberStores, Services } from '../services.ts';

/** Members who write as fast as they can must not block their deletion. */
const tries = 200;

async function prepare(services: MemberStores, userId: number): Promise<IntendedErasure> {
  const intended = await services.vault.erasures.intend(userId);
  const { username } = requireMember((await services.members.load(userId)).state);
  await confirmClaims(services, userId, [usernameClaim(username)]);
  return intended;
}

/**
 * Stores the intention, appends the event, then erases; any process can finish after the event
 * (docs/decisions/erasure.md).
 * @returns the subject of a receipt
 * @throws ProblemError `protected_member`, `not_found`, `not_signed_in`, `suspended`
 */
export async function deleteMember(
  services: MemberHandling & Pick<Services, 'erasing'>,
  userId: number,
  context: GivenContext,
): Promise<Deletion> {
  let intended: IntendedErasure | null = null;
  const { position } = await handleMember(services, userId, { type: 'DeleteUser' }, context, {
    tries,
    // After the decider, or a refused deletion would leave an intention.
    beforeAppend: async () => {
      intended = await prepare(services, userId);
    },
  });
  const isDone = await services.erasing.finishNow(userId, intended);
  return { memberId: userId, position: String(position), state: isDone ? 'erased' : 'begun' };
}
