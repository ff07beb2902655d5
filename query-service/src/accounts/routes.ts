import { ProblemError, type SessionUser, sessionUserSchema, texts } from '@pmcw/contracts';
import { requireSession, signedIn, withSchemas } from '@pmcw/http';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import type { ReadModels } from '../storage/database.ts';
import { findSessionUser, isErased } from './queries.ts';

/**
 * The member of a live session.
 * @throws ProblemError `unavailable` while the read model doesn't know them: to say "not signed in" would be wrong;
 * `not_signed_in` when they are deleted, whatever session is left of them
 */
export async function requireSessionUser(db: ReadModels, memberId: number): Promise<SessionUser> {
  const user = await findSessionUser(db, memberId);
  if (user !== null) return user;
  throw (await isErased(db, memberId))
    ? new ProblemError('not_signed_in', texts.refusals.notSignedIn)
    : new ProblemError('unavailable', texts.refusals.busy, { retryAfter: 1 });
}

/** `GET /api/user`. */
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
