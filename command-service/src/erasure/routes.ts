import { receiptSchema, userIdParamSchema } from '@pmcw/contracts';
import { answerPosition, clearSessionCookie, withSchemas } from '@pmcw/http';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { admission, commandProblems } from '../members/admission.ts';
import { contextOf } from '../members/handleMember.ts';
import type { Services } from '../services.ts';
import { deleteMember } from './deleteMember.ts';

export function erasureRoutes(app: FastifyInstance, services: Services): void {
  const { members, administrators } = admission(services);

  withSchemas(app).delete(
    '/api/user/account',
    {
      config: { commands: ['DeleteUser'] },
      onRequest: members,
      schema: {
        tags: ['accounts'],
        summary: 'Delete your own account with everything in it, for good',
        description: 'Answers a signed receipt, or nothing while none can be signed.',
        response: { 200: receiptSchema, 204: v.void() },
        problems: [...commandProblems.members, 'protected_member'],
      },
    },
    async (request, reply) => {
      const context = contextOf(request);
      const deletion = await deleteMember(services, context.actorId, context);
      answerPosition(reply, BigInt(deletion.position));
      clearSessionCookie(reply);
      return (await services.receiptOf(deletion)) ?? reply.code(204).send();
    },
  );

  withSchemas(app).delete(
    '/api/admin/users/:id',
    {
      config: { commands: ['DeleteUser'] },
      onRequest: administrators,
      schema: {
        tags: ['moderation'],
        summary: 'Delete a member with everything of theirs, for good',
        params: v.object({ id: userIdParamSchema }),
        response: { 204: v.void() },
        problems: [...commandProblems.administrators, 'protected_member'],
      },
    },
    async (request, reply) => {
      const { position } = await deleteMember(services, request.params.id, contextOf(request));
      answerPosition(reply, BigInt(position));
      return reply.code(204).send();
    },
  );
}
