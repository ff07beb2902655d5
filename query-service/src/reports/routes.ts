import {
  caseDetailsQuerySchema,
  caseDetailsSchema,
  caseIdSchema,
  ProblemError,
  reportCasesQuerySchema,
  reportCasesSchema,
  texts,
} from '@pmcw/contracts';
import { withSchemas } from '@pmcw/http';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { Streams } from '../audit/record.ts';
import type { Deps } from '../deps.ts';
import { linkNext } from '../paging/linkNext.ts';
import { findCaseDetails } from './details.ts';
import { findCases } from './queries.ts';

/** For a scope restricted to administrators. */
export function addReportRoutes(scope: FastifyInstance, { db, upToDate }: Deps, log: Streams): void {
  const routes = withSchemas(scope);
  const preHandler = upToDate('moderation');
  const tags = ['reports'];

  routes.get(
    '/api/admin/reports',
    {
      preHandler,
      schema: {
        tags,
        summary: 'What members reported: open cases oldest first, closed ones newest first',
        description: 'Pages are followed by the `Link` header.',
        querystring: reportCasesQuerySchema,
        response: { 200: reportCasesSchema },
      },
    },
    async (request, reply) => {
      const { status, limit } = request.query;
      const { cases, next } = await findCases(db, request.query);
      if (next !== null) linkNext(reply, { status, before: next, limit: String(limit) });
      return cases;
    },
  );

  routes.get(
    '/api/admin/reports/:caseId',
    {
      preHandler,
      schema: {
        tags,
        summary: 'A case with its newest reports, and the reported content as it was at one of them',
        params: v.object({ caseId: caseIdSchema }),
        querystring: caseDetailsQuerySchema,
        response: { 200: caseDetailsSchema },
        problems: ['not_found'],
      },
    },
    async (request) => {
      const details = await findCaseDetails(db, log, request.params.caseId, request.query.at);
      if (details === null) throw new ProblemError('not_found', texts.refusals.notFound);
      return details;
    },
  );
}
