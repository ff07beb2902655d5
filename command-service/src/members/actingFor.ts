import { ProblemError, texts } from '@pmcw/contracts';
import type { FastifyRequest } from 'fastify';
import type { GivenContext } from '../proofs/authority.ts';
import { contextOf } from './handleMember.ts';

/** The member must be the sender that the app names. @throws ProblemError `not_signed_in` */
export function actingFor(request: FastifyRequest, senderId: number | undefined): GivenContext {
  const context = contextOf(request);
  if (senderId === undefined || senderId === context.actorId) return context;
  throw new ProblemError('not_signed_in', texts.refusals.notSignedIn);
}
