import {
  adminStatsSchema,
  adminUserDetailsSchema,
  adminUserSchema,
  adminUsersQuerySchema,
  adminUsersSchema,
  changedMembersQuerySchema,
  ProblemError,
  texts,
  userIdParamSchema,
} from '@pmcw/contracts';
import { withSchemas } from '@pmcw/http';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { Deps } from '../deps.ts';
import { linkNext } from '../paging/linkNext.ts';
import { findAdminStats, findAdminUser, findAdminUsers, findChangedMembers } from './queries.ts';

/** For a scope restricted to administrators. */
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
    '/api/admin/changed-members',
    {
      preHandler,
      schema: {
        tags,
        summary: 'Verified members whose name or avatar changed since, the longest unseen first',
        description: 'Pages are followed by the `Link` header.',
        querystring: changedMembersQuerySchema,
        response: { 200: v.array(adminUserSchema) },
      },
    },
    async (request, reply) => {
      const { users, next } = await findChangedMembers(db, request.query);
      if (next !== null) linkNext(reply, { before: next, limit: String(request.query.limit) });
      return users;
    },
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
