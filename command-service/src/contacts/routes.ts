import {
  blockBodySchema,
  contactPolicySchema,
  contactSchema,
  unblockQuerySchema,
  userIdParamSchema,
} from '@pmcw/contracts';
import { answerPosition, withSchemas } from '@pmcw/http';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { actingFor } from '../members/actingFor.ts';
import { admission, commandProblems } from '../members/admission.ts';
import { contextOf, handleMember } from '../members/handleMember.ts';
import type { Services } from '../services.ts';
import { block, unblock } from './blocking.ts';

const tags = ['contacts'];

export function contactRoutes(app: FastifyInstance, services: Services): void {
  const { members } = admission(services);

  withSchemas(app).post(
    '/api/blocks',
    {
      config: { commands: ['BlockMember'] },
      onRequest: members,
      schema: {
        tags,
        summary: 'Block a member, whose messages then do not reach you; 200 when they were blocked before',
        body: blockBodySchema,
        response: { 201: contactSchema, 200: contactSchema },
        problems: commandProblems.members,
      },
    },
    async (request, reply) => {
      const { memberId, senderId } = request.body;
      const { contact, isRepeat } = await block(services, memberId, actingFor(request, senderId));
      answerPosition(reply, BigInt(contact.position));
      return reply.code(isRepeat ? 200 : 201).send(contact);
    },
  );

  withSchemas(app).delete(
    '/api/blocks/:memberId',
    {
      config: { commands: ['UnblockMember'] },
      onRequest: members,
      schema: {
        tags,
        summary: 'Unblock a member; 200 with a block that is newer than `upTo`, which remains',
        params: v.object({ memberId: userIdParamSchema }),
        querystring: unblockQuerySchema,
        response: { 204: v.void(), 200: contactSchema },
        problems: commandProblems.members,
      },
    },
    async (request, reply) => {
      const { upTo = null, senderId } = request.query;
      const { memberId } = request.params;
      const context = actingFor(request, senderId);
      const { position, remaining } = await unblock(services, memberId, upTo, context);
      answerPosition(reply, position);
      return remaining === null ? reply.code(204).send() : reply.send(remaining);
    },
  );

  withSchemas(app).put(
    '/api/user/contact-policy',
    {
      config: { commands: ['SetContactPolicy'] },
      onRequest: members,
      schema: {
        tags,
        summary: 'Choose who can start a conversation with you; those you wrote to always can',
        body: contactPolicySchema,
        response: { 200: contactPolicySchema },
        problems: commandProblems.members,
      },
    },
    async (request, reply) => {
      const context = contextOf(request);
      const command = { type: 'SetContactPolicy', ...request.body } as const;
      const { position } = await handleMember(services, context.actorId, command, context);
      answerPosition(reply, position);
      return request.body;
    },
  );
}
