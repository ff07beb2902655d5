import { ProblemError, texts } from '@pmcw/contracts';
import { clearSessionCookie, requireSession, withSchemas } from '@pmcw/http';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { admission, admissionProblems } from '../members/admission.ts';
import { endPending } from '../openid/cookies.ts';
import type { Services } from '../services.ts';

const tags = ['accounts'];
const path = '/api/user/sessions';

/** Sessions are no events. The query service lists them. */
export function sessionRoutes(app: FastifyInstance, services: Services): void {
  const { sessions } = services.vault;
  const onRequest = admission(services).members;

  withSchemas(app).delete(
    path,
    {
      config: { commands: ['EndSession'] },
      onRequest,
      schema: {
        tags,
        summary: 'Sign out all your other browsers',
        response: { 204: v.void() },
        problems: [...admissionProblems.members],
      },
    },
    async (request, reply) => {
      const { userId, id } = requireSession(request);
      await sessions.endAll(userId, 'ended_elsewhere', id);
      return reply.code(204).send();
    },
  );

  withSchemas(app).delete(
    `${path}/:id`,
    {
      config: { commands: ['EndSession'] },
      onRequest,
      schema: {
        tags,
        summary: 'Sign out one of your browsers',
        params: v.object({ id: v.pipe(v.string(), v.maxLength(64)) }),
        response: { 204: v.void() },
        problems: [...admissionProblems.members, 'not_found'],
      },
    },
    async (request, reply) => {
      const { userId, id } = requireSession(request);
      const isOwn = request.params.id === id;
      const isEnded = await sessions.end(request.params.id, isOwn ? 'logout' : 'ended_elsewhere', userId);
      if (!isEnded) throw new ProblemError('not_found', texts.refusals.sessionNotFound);
      if (isOwn) {
        await endPending(services.vault, request, reply);
        clearSessionCookie(reply);
      }
      return reply.code(204).send();
    },
  );
}
