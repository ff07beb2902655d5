import {
  adminStatsSchema,
  adminUserDetailsSchema,
  adminUsersQuerySchema,
  adminUsersSchema,
  ProblemError,
  texts,
  userIdParamSchema,
} from '@pmcw/contracts';
import { withSchemas } from '@pmcw/http';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { Deps } from '../deps.ts';
import { findAdminStats, findAdminUser, findAdminUsers } from './queries.ts';

/** `GET /api/admin/stats`, `/api/admin/users` and `/api/admin/users/{id}`, in a scope for administrators only. */
export function addModerationRoutes(scope: FastifyInstance, { db, upToDate }: Deps): void {
  const routes = withSchemas(scope);
  const tags = ['moderation'];
  const preHandler = upToDate('moderation');

  routes.get(
    '/api/admin/stats',
    {
      preHandler,
      schema: {
        tags,
        summary: 'How many members there are, verified, pending and suspended',
        response: { 200: adminStatsSchema },
      },
    },
    () => findAdminStats(db),
  );

  routes.get(
    '/api/admin/users',
    {
      preHandler,
      schema: {
        tags,
        summary: 'Searches and pages through all members, by username, name and email',
        description: 'The newest first, 20 on a page, unless `sort` and `limit` say otherwise.',
        querystring: adminUsersQuerySchema,
        response: { 200: adminUsersSchema },
      },
    },
    (request) => findAdminUsers(db, request.query),
  );

  routes.get(
    '/api/admin/users/:id',
    {
      preHandler,
      schema: {
        tags,
        summary: 'Everything that administrators may see of a member',
        params: v.object({ id: userIdParamSchema }),
        response: { 200: adminUserDetailsSchema },
        problems: ['not_found'],
      },
    },
    async (request) => {
      const user = await findAdminUser(db, request.params.id);
      if (user === null) throw new ProblemError('not_found', texts.refusals.memberNotFound);
      return user;
    },
  );
}
