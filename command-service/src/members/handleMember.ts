import { streams, type UserState } from '@pmcw/contracts/events';
import { requireSession } from '@pmcw/http';
import type { FastifyRequest } from 'fastify';
import type { UserCommand } from '../deciders/user.ts';
import { requireActing } from '../deciders/userState.ts';
import { type Handled, type HandleOptions, type Handling, handle } from '../handling/handle.ts';
import { causeOf, type Given } from '../handling/stamp.ts';
import type { GivenContext } from '../proofs/authority.ts';
import { proofOf } from '../proofs/proofOf.ts';
import type { Services } from '../services.ts';

/** @throws ProblemError `not_signed_in` */
export const contextOf = (request: FastifyRequest): GivenContext => {
  const { userId, id: sessionId } = requireSession(request);
  return { actorId: userId, correlationId: request.id, authority: { kind: 'session', sessionId } };
};

/**
 * Checks the member's own commands by the state that the append rests on, so that none of their events can follow
 * `UserSuspended` or `UserDeleted`. @throws ProblemError `not_signed_in`, `suspended`, and as `handle`
 */
export async function handleMember(
  services: Handling & Pick<Services, 'members'>,
  userId: number,
  command: UserCommand,
  context: Given,
  options: Pick<HandleOptions<UserState>, 'beforeAppend' | 'eventId' | 'tries'> = {},
): Promise<Handled<UserState>> {
  const isConsequence = context.authority.kind === 'event';
  const isOwn = context.actorId === userId && !isConsequence;
  if (!isOwn && !isConsequence && proofOf[command.type] === 'none')
    throw new Error(`${command.type} is only for the member themselves`);
  return handle(services, services.members.states, streams.user(userId), command, causeOf(context), {
    ...options,
    ...(isOwn ? { permit: requireActing } : {}),
  });
}
