import { ProblemError, type SessionUser, sessionUserSchema, texts } from '@pmcw/contracts';
import { requireSession, signedIn, withSchemas } from '@pmcw/http';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import type { ReadModels } from '../storage/database.ts';
import { findSessionUser, isErased } from './queries.ts';

/**
 * @throws ProblemError `unavailable` while the read model doesn't know the member, because "not signed in" would be
 * wrong; `not_signed_in` if the member is deleted
 */
export async function requireSessionUser(db: ReadModels, memberId: number): Promise<SessionUser> {
  const user = await findSessionUser(db, memberId);
  if (user !== null) return user;
  throw (await isErased(db, memberId))
    ? new ProblemError('not_signed_in', texts.refusals.notSignedIn)
    : new ProblemError('unavailable', texts.refusals.busy, { retryAfter: 1 });
}

export function addAccountRoutes(app: FastifyInstance, { db, upToDate }: Deps): void {
  withSchemas(app).get(
    '/api/user',
    {
      onRequest: signedIn,
      preHandler: upToDate('accounts'),
      schema: {
        tags: ['accounts'],
        summary: 'The signed-in member',
        response: { 200: sessionUserSchema },
      },
    },
    (request) => requireSessionUser(db, requireSession(request).userId),
  );
}
