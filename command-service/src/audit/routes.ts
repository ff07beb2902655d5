import { undoBodySchema } from '@pmcw/contracts';
import { answerPosition, withSchemas } from '@pmcw/http';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { admission, commandProblems } from '../members/admission.ts';
import { batchContextOf } from '../members/handleMember.ts';
import type { Services } from '../services.ts';
import { undo } from './undo.ts';

const problems = [
  ...commandProblems.administrators,
  'not_found',
  'not_undoable',
  'already_undone',
  'changed_since',
  'protected_member',
  'member_suspended',
  'wallet_taken',
  'wallet_listed',
  'social_platform_taken',
  'conflict',
] as const;

export function auditRoutes(app: FastifyInstance, services: Services): void {
  withSchemas(app).post(
    '/api/admin/history/:eventId/undo',
    {
      config: { commands: ['UndoEvent', 'UndoSettings'] },
      onRequest: admission(services).administrators,
      schema: {
        tags: ['audit'],
        summary: 'Undo an event: restores the value before it, by events that name it',
        description: 'Refused if the value was changed again since or can no longer be restored.',
        params: v.object({ eventId: v.pipe(v.string(), v.maxLength(64), v.toLowerCase()) }),
        body: undoBodySchema,
        response: { 204: v.void() },
        problems,
      },
    },
    async (request, reply) => {
      const asked = { eventId: request.params.eventId, stream: request.body.stream };
      answerPosition(reply, await undo(services, asked, batchContextOf(request)));
      return reply.code(204).send();
    },
  );
}
