import { blockedMembersQuerySchema, blockedMembersSchema } from '@pmcw/contracts';
import { requireSession, signedIn, withSchemas } from '@pmcw/http';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { linkNext } from '../paging/linkNext.ts';
import { findBlocked } from './queries.ts';

export function addContactRoutes(app: FastifyInstance, { db, upToDate }: Deps): void {
  withSchemas(app).get(
    '/api/blocks',
    {
      onRequest: signedIn,
      preHandler: upToDate('messages'),
      schema: {
        tags: ['contacts'],
        summary: 'Blocked members, the latest first',
        description: 'Older pages are followed by the `Link` header.',
        querystring: blockedMembersQuerySchema,
        response: { 200: blockedMembersSchema },
      },
    },
    async (request, reply) => {
      const { blocked, hasMore } = await findBlocked(db, requireSession(request).userId, request.query);
      const oldest = blocked.at(-1);
      if (hasMore && oldest !== undefined)
        linkNext(reply, { before: oldest.position, limit: String(request.query.limit) });
      return blocked;
    },
  );
}
