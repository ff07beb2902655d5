import {
  deliveriesQuerySchema,
  deliveriesSchema,
  notificationsQuerySchema,
  notificationsSchema,
} from '@pmcw/contracts';
import { requireSession, signedIn, withSchemas } from '@pmcw/http';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { linkNext } from '../paging/linkNext.ts';
import { findDeliveries, findNotifications } from './queries.ts';

const tags = ['notifications'];
const description = 'Pages are followed by the `Link` header.';

export function addNotificationRoutes(app: FastifyInstance, { db, upToDate }: Deps): void {
  withSchemas(app).get(
    '/api/notifications',
    {
      onRequest: signedIn,
      preHandler: upToDate('notifications'),
      schema: {
        tags,
        summary: 'The member’s notifications, newest first; without read ones when `includeRead` is false',
        description,
        querystring: deliveriesQuerySchema,
        response: { 200: deliveriesSchema },
      },
    },
    async (request, reply) => {
      const { userId } = requireSession(request);
      const { includeRead, limit } = request.query;
      const { deliveries, next } = await findDeliveries(db, userId, request.query);
      if (next !== null) {
        linkNext(reply, { includeRead: String(includeRead), before: next, limit: String(limit) });
      }
      return deliveries;
    },
  );
}

/** For a scope restricted to administrators. */
export function addPublishedNotificationRoutes(scope: FastifyInstance, { db, upToDate }: Deps): void {
  withSchemas(scope).get(
    '/api/admin/notifications',
    {
      preHandler: upToDate('notifications'),
      schema: {
        tags,
        summary: 'Published notifications, newest first, including hidden ones',
        description,
        querystring: notificationsQuerySchema,
        response: { 200: notificationsSchema },
      },
    },
    async (request, reply) => {
      const { notifications, next } = await findNotifications(db, request.query);
      if (next !== null) linkNext(reply, { before: next, limit: String(request.query.limit) });
      return notifications;
    },
  );
}
