import { streams, type UserState } from '@pmcw/contracts/events';
import { requireSession } from '@pmcw/http';
import type { FastifyRequest } from 'fastify';
import type { UserCommand } from '../deciders/user.ts';
import { requireActing } from '../deciders/userState.ts';
import { type Handled, type HandleOptions, handle } from '../handling/handle.ts';
import { causeOf } from '../handling/stamp.ts';
import type { GivenContext } from '../proofs/authority.ts';
import { proofOf } from '../proofs/proofOf.ts';
import type { Services } from '../services.ts';

/** Who sends a request. @throws ProblemError `not_signed_in` */
export const contextOf = (request: FastifyRequest): GivenContext => {
  const { userId, id: sessionId } = requireSession(request);
  return { actorId: userId, correlationId: request.id, authority: { kind: 'session', sessionId } };
};

/**
 * Handles a command to a member, by themselves or by an administrator. Their own are refused while they are
 * suspended and once they are deleted, whatever session they come with: by the very state that the append rests on, so
 * that not one event of theirs can follow `UserSuspended` or `UserDeleted`.
 * @throws ProblemError `not_signed_in`, `suspended`, and what `handle` throws
 */
export async function handleMember(
  services: Services,
  userId: number,
  command: UserCommand,
  context: GivenContext,
  options: Pick<HandleOptions<UserState>, 'beforeAppend' | 'eventId' | 'tries'> = {},
): Promise<Handled<UserState>> {
  const isOwn = context.actorId === userId;
  if (!isOwn && proofOf[command.type] === 'none')
    throw new Error(`${command.type} is for its own member alone`);
  return handle(services, services.members.states, streams.user(userId), command, causeOf(context), {
    ...options,
    ...(isOwn ? { permit: requireActing } : {}),
  });
}
