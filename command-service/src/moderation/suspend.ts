import type { UserState } from '@pmcw/contracts/events';
import type { Loaded } from '../handling/streamStates.ts';
import { handleMember } from '../members/handleMember.ts';
import type { GivenContext } from '../proofs/authority.ts';
import type { Services } from '../services.ts';

/** Whoever writes to their own stream as fast as they can must not keep an administrator from shutting them out. */
const tries = 200;

/**
 * Shuts a member out, or lets them in again. Shutting out ends all their sessions, and with them their sockets: after
 * the event, so that whoever signs in at the same moment either finds it in the log or is among those who are ended.
 * Again when the event was there already, for the command before may have crashed in between.
 * @throws ProblemError `protected_member`, `not_found`
 */
export async function suspend(
  services: Services,
  userId: number,
  isSuspended: boolean,
  context: GivenContext,
): Promise<Loaded<UserState>> {
  const type = isSuspended ? 'SuspendUser' : 'UnsuspendUser';
  const loaded = await handleMember(services, userId, { type }, context, { tries });
  if (isSuspended) await services.vault.sessions.endAll(userId, 'suspended');
  return loaded;
}
