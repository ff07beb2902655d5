import { ProblemError, texts } from '@pmcw/contracts';
import { requireSession, signedIn } from '@pmcw/http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import type { ReadModels } from '../storage/database.ts';
import { isAdmin } from './queries.ts';

/**
 * Whoever asks must be an administrator, by what the server knows now.
 * @throws ProblemError `not_signed_in` without a session, `forbidden` for everybody else
 */
export async function requireAdministrator(db: ReadModels, request: FastifyRequest): Promise<void> {
  const { userId } = requireSession(request);
  if (!(await isAdmin(db, userId))) throw new ProblemError('forbidden', texts.refusals.adminsOnly);
}

/**
 * Every route that is added to this scope from now on is for administrators only, which is decided before anything of
 * the request is parsed. To be called in a plugin of its own, so that no route can forget it and none outside has it.
 */
export function administratorsOnly(scope: FastifyInstance, { db, upToDate }: Deps): void {
  const guards = [
    signedIn,
    upToDate('accounts'),
    (request: FastifyRequest) => requireAdministrator(db, request),
  ];
  scope.addHook('onRoute', (route) => {
    route.onRequest = [...guards, ...[route.onRequest ?? []].flat()];
    route.schema = { ...route.schema, problems: [...(route.schema?.problems ?? []), 'forbidden'] };
  });
}
