import { verificationRequestsQuerySchema, verificationRequestsSchema } from '@pmcw/contracts';
import { withSchemas } from '@pmcw/http';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { linkNext } from '../paging/linkNext.ts';
import { findVerificationRequests } from './queries.ts';

/** For a scope restricted to administrators. */
export function addVerificationRoutes(scope: FastifyInstance, { db, upToDate }: Deps): void {
  withSchemas(scope).get(
    '/api/admin/verification-requests',
    {
      preHandler: upToDate('moderation'),
      schema: {
        tags: ['verification'],
        summary: 'Requests to be verified: the open ones oldest first, closed ones newest first',
        description: 'Pages are followed by the `Link` header.',
        querystring: verificationRequestsQuerySchema,
        response: { 200: verificationRequestsSchema },
      },
    },
    async (request, reply) => {
      const { status, limit } = request.query;
      const { requests, next } = await findVerificationRequests(db, request.query);
      if (next !== null) linkNext(reply, { status, before: next, limit: String(limit) });
      return requests;
    },
  );
}
