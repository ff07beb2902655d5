import {
  type Notification,
  notificationIdSchema,
  notificationSchema,
  ProblemError,
  publishNotificationBodySchema,
  texts,
  toggleNotificationBodySchema,
} from '@pmcw/contracts';
import { streams } from '@pmcw/contracts/events';
import { answerPosition, withSchemas } from '@pmcw/http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { type NotificationCommand, requirePublished } from '../deciders/notification.ts';
import { handle } from '../handling/handle.ts';
import { idOfMoment } from '../handling/idOfMoment.ts';
import { causeOf } from '../handling/stamp.ts';
import { type Admission, admission, commandProblems } from '../members/admission.ts';
import { contextOf } from '../members/handleMember.ts';
import type { Services } from '../services.ts';
import { dismissNotification, readAllNotifications, readNotification } from './deliveries.ts';

const tags = ['notifications'];
const idSchema = v.pipe(v.string(), v.maxLength(64));

function publishingRoutes(app: FastifyInstance, services: Services, { administrators }: Admission): void {
  async function perform(
    request: FastifyRequest,
    reply: FastifyReply,
    id: string,
    command: NotificationCommand,
  ): Promise<Notification> {
    const cause = causeOf(contextOf(request));
    const stream = streams.notification(id);
    const { state, position } = await handle(services, services.notifications, stream, command, cause);
    answerPosition(reply, position);
    const { title, message, isActive, createdAt, createdBy } = requirePublished(state);
    const author = createdBy === null ? null : await services.members.find(createdBy);
    return { id, title, message, isGlobal: true, isActive, createdAt, createdBy: author?.id ?? null };
  }

  withSchemas(app).post(
    '/api/admin/notifications',
    {
      config: { commands: ['PublishNotification'] },
      onRequest: administrators,
      schema: {
        tags,
        summary: 'Publish a notification to all members, or prepare one that is not active yet',
        body: publishNotificationBodySchema,
        response: { 201: notificationSchema },
        problems: commandProblems.administrators,
      },
    },
    async (request, reply) => {
      const { actorId } = contextOf(request);
      const { title, message, isActive } = request.body;
      const id = request.body.id ?? idOfMoment(services.clock(), actorId, title, message, isActive);
      const command = { type: 'PublishNotification', id, actorId, title, message, isActive } as const;
      return reply.code(201).send(await perform(request, reply, id, command));
    },
  );

  withSchemas(app).patch(
    '/api/admin/notifications/:id',
    {
      config: { commands: ['ToggleNotification'] },
      onRequest: administrators,
      schema: {
        tags,
        summary: 'Show a notification to all members, or hide it from all',
        params: v.object({ id: idSchema }),
        body: toggleNotificationBodySchema,
        response: { 200: notificationSchema },
        problems: commandProblems.administrators,
      },
    },
    (request, reply) => {
      const { id } = request.params;
      if (!v.is(notificationIdSchema, id)) {
        throw new ProblemError('not_found', texts.refusals.notificationNotFound);
      }
      return perform(request, reply, id, { type: 'ToggleNotification', ...request.body });
    },
  );
}

function deliveryRoutes(app: FastifyInstance, services: Services, { members }: Admission): void {
  withSchemas(app).patch(
    '/api/notifications/read-all',
    {
      config: { commands: ['ReadAllNotifications'] },
      onRequest: members,
      schema: {
        tags,
        summary: 'Mark all notifications as read',
        response: { 204: v.void() },
        problems: commandProblems.members,
      },
    },
    async (request, reply) => {
      answerPosition(reply, await readAllNotifications(services, contextOf(request)));
      return reply.code(204).send();
    },
  );

  withSchemas(app).patch(
    '/api/notifications/:notificationId/read',
    {
      config: { commands: ['ReadNotification'] },
      onRequest: members,
      schema: {
        tags,
        summary: 'Mark a notification as read',
        params: v.object({ notificationId: idSchema }),
        response: { 204: v.void() },
        problems: commandProblems.members,
      },
    },
    async (request, reply) => {
      const { notificationId } = request.params;
      answerPosition(reply, await readNotification(services, notificationId, contextOf(request)));
      return reply.code(204).send();
    },
  );

  withSchemas(app).delete(
    '/api/notifications/:id',
    {
      config: { commands: ['DismissNotification'] },
      onRequest: members,
      schema: {
        tags,
        summary: 'Remove a notification from your own list, for good',
        params: v.object({ id: idSchema }),
        response: { 204: v.void() },
        problems: commandProblems.members,
      },
    },
    async (request, reply) => {
      answerPosition(reply, await dismissNotification(services, request.params.id, contextOf(request)));
      return reply.code(204).send();
    },
  );
}

export function notificationRoutes(app: FastifyInstance, services: Services): void {
  const admitted = admission(services);
  publishingRoutes(app, services, admitted);
  deliveryRoutes(app, services, admitted);
}
