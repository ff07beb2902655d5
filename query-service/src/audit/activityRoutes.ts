import { activityQuerySchema, activitySchema } from '@pmcw/contracts';
import { requireSession, signedIn, withSchemas } from '@pmcw/http';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { linkNext } from '../paging/linkNext.ts';
import { findActivityPage } from './activity.ts';

export function addActivityRoutes(app: FastifyInstance, { db, upToDate }: Deps): void {
  withSchemas(app).get(
    '/api/user/activity',
    {
      onRequest: signedIn,
      preHandler: upToDate('audit'),
      schema: {
        tags: ['audit'],
        summary: 'Changes of the member’s account, newest first',
        description: 'Older pages are followed by the `Link` header. Administrators are not named.',
        querystring: activityQuerySchema,
        response: { 200: activitySchema },
      },
    },
    async (request, reply) => {
      const { limit } = request.query;
      const { entries, next } = await findActivityPage(db, requireSession(request).userId, request.query);
      if (next !== null) linkNext(reply, { before: next, limit: String(limit) });
      return entries;
    },
  );
}
