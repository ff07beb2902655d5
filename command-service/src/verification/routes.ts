import { authorizeBodySchema, sessionUserSchema, userIdParamSchema } from '@pmcw/contracts';
import { streams } from '@pmcw/contracts/events';
import { answerPosition, requireSession, signedIn, withSchemas } from '@pmcw/http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { sessionUser } from '../accounts/sessionUser.ts';
import { requireMember } from '../accounts/userState.ts';
import { handle } from '../handling/handle.ts';
import { causeOf } from '../handling/stamp.ts';
import type { Services } from '../services.ts';

/** Administrators vouching for members. */
export function verificationRoutes(app: FastifyInstance, services: Services): void {
  const adminsOnly = (request: FastifyRequest) =>
    services.members.requireAdmin(requireSession(request).userId);

  withSchemas(app).patch(
    '/api/admin/users/:id/authorize',
    {
      onRequest: [signedIn, adminsOnly],
      schema: {
        tags: ['verification'],
        summary: 'Verify a member, or take that back; sets the tokens to 1 or 0',
        params: v.object({ id: userIdParamSchema }),
        body: authorizeBodySchema,
        response: { 200: sessionUserSchema },
        problems: ['forbidden', 'not_found'],
      },
    },
    async (request, reply) => {
      const { state, position } = await handle(
        services,
        services.members.states,
        streams.user(request.params.id),
        { type: request.body.isAuthorized ? 'VerifyUser' : 'UnverifyUser' },
        causeOf(requireSession(request).userId, request.id),
      );
      answerPosition(reply, position);
      return sessionUser(requireMember(state));
    },
  );
}
