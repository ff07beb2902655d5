import type { UserState } from '@pmcw/contracts/events';
import type { Loaded } from '../handling/streamStates.ts';
import { handleMember } from '../members/handleMember.ts';
import type { GivenContext } from '../proofs/authority.ts';
import type { MemberHandling } from '../services.ts';

/** Members who write as fast as they can must not block their suspension. */
const tries = 200;

/**
 * Sessions end after the event, so that a concurrent sign-in either finds it or is ended; also for a repeat, because an
 * earlier command may have crashed in between. @throws ProblemError `protected_member`, `not_found`
 */
export async function suspend(
  services: MemberHandling,
  userId: number,
  isSuspended: boolean,
  context: GivenContext,
): Promise<Loaded<UserState>> {
  const type = isSuspended ? 'SuspendUser' : 'UnsuspendUser';
  const loaded = await handleMember(services, userId, { type }, context, { tries });
  if (isSuspended) await services.vault.sessions.endAll(userId, 'suspended');
  return loaded;
}
