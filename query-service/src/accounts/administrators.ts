import { ProblemError, texts } from '@pmcw/contracts';
import { requireSession, signedIn } from '@pmcw/http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import type { ReadModels } from '../storage/database.ts';
import { isAdmin } from './queries.ts';

/** @throws ProblemError `not_signed_in` without a session, `forbidden` for other members */
export async function requireAdministrator(db: ReadModels, request: FastifyRequest): Promise<void> {
  const { userId } = requireSession(request);
  if (!(await isAdmin(db, userId))) throw new ProblemError('forbidden', texts.refusals.adminsOnly);
}

/**
 * Restricts all routes added to this scope afterwards to administrators, before a request is parsed. Call it in a
 * separate plugin, so that it covers exactly these routes.
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
