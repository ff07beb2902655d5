import { caseIdSchema, closeCaseBodySchema, reportBodySchema } from '@pmcw/contracts';
import { streams } from '@pmcw/contracts/events';
import { answerPosition, withSchemas } from '@pmcw/http';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { handle } from '../handling/handle.ts';
import { causeOf } from '../handling/stamp.ts';
import { admission, commandProblems } from '../members/admission.ts';
import { contextOf } from '../members/handleMember.ts';
import type { Services } from '../services.ts';
import { reportContent } from './reportContent.ts';

const tags = ['reports'];

export function reportRoutes(app: FastifyInstance, services: Services): void {
  const { members, administrators } = admission(services);

  withSchemas(app).post(
    '/api/reports',
    {
      config: { commands: ['ReportContent'] },
      onRequest: members,
      schema: {
        tags,
        summary:
          'Report a profile, an address or a message to the administrators; reporting twice counts once',
        body: reportBodySchema,
        response: { 204: v.void() },
        problems: [...commandProblems.members, 'message_deleted', 'too_many_requests'],
      },
    },
    async (request, reply) => {
      answerPosition(reply, await reportContent(services, request.body, contextOf(request)));
      return reply.code(204).send();
    },
  );

  withSchemas(app).post(
    '/api/admin/reports/:caseId/close',
    {
      config: { commands: ['CloseCase'] },
      onRequest: administrators,
      schema: {
        tags,
        summary: 'Decide about all reports of one thing; members learn of it within a moment',
        description:
          'The log has the consequences after the decision: a removed message, a warning, a suspension.',
        params: v.object({ caseId: caseIdSchema }),
        body: closeCaseBodySchema,
        response: { 204: v.void() },
        problems: [...commandProblems.administrators, 'case_closed', 'protected_member'],
      },
    },
    async (request, reply) => {
      const { cases } = services;
      const command = { type: 'CloseCase', ...request.body } as const;
      const cause = causeOf(contextOf(request));
      const stream = streams.case(request.params.caseId);
      const { position } = await handle(services, cases, stream, command, cause);
      answerPosition(reply, position);
      return reply.code(204).send();
    },
  );
}
