import {
  changeConversationBodySchema,
  conversationNameSchema,
  conversationSettingsSchema,
  deleteMessageQuerySchema,
  markReadBodySchema,
  messageIdSchema,
  messageSchema,
  sendGlobalMessageBodySchema,
  sendMessageBodySchema,
  userIdParamSchema,
} from '@pmcw/contracts';
import { answerPosition, withSchemas } from '@pmcw/http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import * as v from 'valibot';
import { uploadBodyLimits } from '../media/uploads.ts';
import { actingFor } from '../members/actingFor.ts';
import { type Admission, admission, commandProblems } from '../members/admission.ts';
import { contextOf } from '../members/handleMember.ts';
import type { Services } from '../services.ts';
import { changeConversation } from './changeConversation.ts';
import { deleteMessage } from './deleteMessage.ts';
import { markRead } from './markRead.ts';
import { type Sent, sendMessage } from './sendMessage.ts';

const tags = ['messages'];
const sentAnswers = { 201: messageSchema, 200: messageSchema };
const sendProblems = [
  ...commandProblems.members,
  'message_id_taken',
  'message_deleted',
  'unsupported_media_type',
  'too_large',
  'unavailable',
] as const;
const optionalMarkReadBody = v.nullish(markReadBodySchema, {});

function answerSent(reply: FastifyReply, { message, position, repeated }: Sent): FastifyReply {
  answerPosition(reply, position);
  return reply.code(repeated ? 200 : 201).send(message);
}

function sendingRoutes(app: FastifyInstance, services: Services, { members }: Admission): void {
  withSchemas(app).post(
    '/api/messages',
    {
      config: { commands: ['SendMessage'] },
      bodyLimit: uploadBodyLimits.messages,
      onRequest: [...members, services.admitUpload],
      schema: {
        tags,
        summary: 'Send a message to a member; 200 when this id was sent before',
        body: sendMessageBodySchema,
        response: sentAnswers,
        problems: [
          'not_found',
          'member_suspended',
          'member_blocked',
          'not_received',
          'too_many_conversations',
          ...sendProblems,
        ],
      },
    },
    async (request, reply) => {
      const { id = uuidv7(), senderId, ...message } = request.body;
      const command = { type: 'SendMessage', id, ...message } as const;
      return answerSent(reply, await sendMessage(services, command, actingFor(request, senderId)));
    },
  );

  withSchemas(app).post(
    '/api/messages/global',
    {
      config: { commands: ['SendMessage'] },
      bodyLimit: uploadBodyLimits.messages,
      onRequest: [...members, services.admitUpload],
      schema: {
        tags,
        summary: 'Send a message to the global chat; 200 when this id was sent before',
        body: sendGlobalMessageBodySchema,
        response: sentAnswers,
        problems: sendProblems,
      },
    },
    async (request, reply) => {
      const { id = uuidv7(), senderId, ...message } = request.body;
      const command = { type: 'SendMessage', id, receiverId: null, ...message } as const;
      return answerSent(reply, await sendMessage(services, command, actingFor(request, senderId)));
    },
  );
}

function readingRoutes(app: FastifyInstance, services: Services, { members }: Admission): void {
  withSchemas(app).post(
    '/api/messages/read/:userId',
    {
      config: { commands: ['MarkRead'] },
      onRequest: members,
      schema: {
        tags,
        summary: 'Mark a conversation as read',
        params: v.object({ userId: userIdParamSchema }),
        body: optionalMarkReadBody,
        response: { 204: v.void() },
        problems: commandProblems.members,
      },
    },
    async (request, reply) => {
      const { upTo = null } = request.body;
      const command = { type: 'MarkRead', peerId: request.params.userId, upTo } as const;
      answerPosition(reply, await markRead(services, command, contextOf(request)));
      return reply.code(204).send();
    },
  );

  withSchemas(app).post(
    '/api/messages/global/read',
    {
      config: { commands: ['MarkRead'] },
      onRequest: members,
      schema: {
        tags,
        summary: 'Mark the global chat as read',
        body: optionalMarkReadBody,
        response: { 204: v.void() },
        problems: commandProblems.members,
      },
    },
    async (request, reply) => {
      const command = { type: 'MarkRead', peerId: null, upTo: request.body.upTo ?? null } as const;
      answerPosition(reply, await markRead(services, command, contextOf(request)));
      return reply.code(204).send();
    },
  );
}

function settingRoutes(app: FastifyInstance, services: Services, { members }: Admission): void {
  withSchemas(app).patch(
    '/api/messages/conversations/:conversation',
    {
      config: { commands: ['ChangeConversation'] },
      onRequest: members,
      schema: {
        tags,
        summary: 'Mute a conversation or the global chat, or mark it as unread, for yourself',
        description:
          'With `knownUpTo`, a change that waited on a device has no effect where another device decided otherwise ' +
          'and knew more.',
        params: v.object({ conversation: conversationNameSchema }),
        body: changeConversationBodySchema,
        response: { 200: conversationSettingsSchema },
        problems: commandProblems.members,
      },
    },
    async (request, reply) => {
      const { conversation } = request.params;
      const { senderId, ...change } = request.body;
      const peerId = conversation === 'global' ? null : Number(conversation);
      const context = actingFor(request, senderId);
      const { settings, position } = await changeConversation(services, peerId, change, context);
      answerPosition(reply, position);
      return settings;
    },
  );
}

export function messageRoutes(app: FastifyInstance, services: Services): void {
  const admitted = admission(services);
  sendingRoutes(app, services, admitted);
  readingRoutes(app, services, admitted);
  settingRoutes(app, services, admitted);

  withSchemas(app).delete(
    '/api/messages/:id',
    {
      config: { commands: ['DeleteMessage'] },
      onRequest: admitted.members,
      schema: {
        tags,
        summary: 'Take back a message of your own',
        params: v.object({ id: messageIdSchema }),
        querystring: deleteMessageQuerySchema,
        response: { 204: v.void() },
        problems: commandProblems.members,
      },
    },
    async (request, reply) => {
      const context = actingFor(request, request.query.senderId);
      answerPosition(reply, await deleteMessage(services, request.params.id, context));
      return reply.code(204).send();
    },
  );
}
