import type { UserState } from '@pmcw/contracts/events';
import { requireMember } from '../deciders/userState.ts';
import type { HandleOptions } from '../handling/handle.ts';
import type { Given } from '../handling/stamp.ts';
import type { Loaded } from '../handling/streamStates.ts';
import { handleMember } from '../members/handleMember.ts';
import type { MemberHandling } from '../services.ts';

/** Members who write as fast as they can must not block their suspension. */
const tries = 200;

/**
 * Sessions end after the event, so that a concurrent sign-in either finds it or is ended; also for a repeat, because an
 * earlier command may have crashed in between. A member reinstated since stays signed in.
 * @throws ProblemError `protected_member`, `not_found`
 */
export async function suspend(
  services: MemberHandling,
  userId: number,
  isSuspended: boolean,
  context: Given,
  options: Pick<HandleOptions<UserState>, 'eventId'> = {},
): Promise<Loaded<UserState>> {
  const type = isSuspended ? 'SuspendUser' : 'UnsuspendUser';
  const loaded = await handleMember(services, userId, { type }, context, { ...options, tries });
  if (requireMember(loaded.state).isSuspended) await services.vault.sessions.endAll(userId, 'suspended');
  return loaded;
}
