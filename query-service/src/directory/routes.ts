import { directoryQuerySchema, directorySchema, featuredUserSchema } from '@pmcw/contracts';
import { withSchemas } from '@pmcw/http';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { Deps } from '../deps.ts';
import { findDirectoryPage, findFeaturedUsers } from './queries.ts';

export function addDirectoryRoutes(app: FastifyInstance, { db, upToDate }: Deps): void {
  const routes = withSchemas(app);
  const tags = ['directory'];
  const preHandler = upToDate('directory');

  routes.get(
    '/api/directory',
    {
      preHandler,
      schema: {
        tags,
        summary: 'Searches and pages through the members',
        querystring: directoryQuerySchema,
        response: { 200: directorySchema },
      },
    },
    (request) => findDirectoryPage(db, request.query),
  );

  routes.get(
    '/api/featured-users',
    {
      preHandler,
      schema: {
        tags,
        summary: 'The latest verified members, newest first',
        response: { 200: v.array(featuredUserSchema) },
      },
    },
    () => findFeaturedUsers(db),
  );
}
