import type { CommandContext } from '@pmcw/contracts';
import { streams, type UserState } from '@pmcw/contracts/events';
import { requireSession } from '@pmcw/http';
import type { FastifyRequest } from 'fastify';
import { type HandleOptions, handle } from '../handling/handle.ts';
import { causeOf } from '../handling/stamp.ts';
import type { Loaded } from '../handling/streamStates.ts';
import type { Services } from '../services.ts';
import type { UserCommand } from './userDecider.ts';
import { requireActing } from './userState.ts';

/** Who sends a request. @throws ProblemError `not_signed_in` */
export const contextOf = (request: FastifyRequest): CommandContext => ({
  actorId: requireSession(request).userId,
  correlationId: request.id,
});

/**
 * Handles a command to a member, by themselves or by an administrator. Their own are refused while they are
 * suspended and once they are deleted, whatever session they come with: by the very state that the append rests on, so
 * that not one event of theirs can follow `UserSuspended` or `UserDeleted`.
 * @throws ProblemError `not_signed_in`, `suspended`, and what `handle` throws
 */
export function handleMember(
  services: Services,
  userId: number,
  command: UserCommand,
  { actorId, correlationId }: CommandContext,
  options: Pick<HandleOptions<UserState>, 'beforeAppend' | 'tries'> = {},
): Promise<Loaded<UserState>> {
  return handle(
    services,
    services.members.states,
    streams.user(userId),
    command,
    causeOf(actorId, correlationId),
    { ...options, ...(actorId === userId ? { permit: requireActing } : {}) },
  );
}
