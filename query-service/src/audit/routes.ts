import { Readable } from 'node:stream';
import {
  conversationMomentSchema,
  conversationParamsSchema,
  conversationQuerySchema,
  historyChainSchema,
  historyDetailsSchema,
  historyEventParamsSchema,
  historyFilterSchema,
  historyQuerySchema,
  historySchema,
  momentQuerySchema,
  momentSchema,
  ProblemError,
  texts,
} from '@pmcw/contracts';
import { proved, withSchemas } from '@pmcw/http';
import type { Sessions } from '@pmcw/vault';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { Deps } from '../deps.ts';
import { linkNext } from '../paging/linkNext.ts';
import { findChain } from './chain.ts';
import { conversationMoment } from './conversations.ts';
import { findDetails } from './details.ts';
import { exported, exportFormats } from './exports.ts';
import { findHistoryPage } from './history.ts';
import type { Streams } from './record.ts';
import { momentOf } from './timeTravel.ts';

const tags = ['audit'];

/** For a scope restricted to administrators. */
export function addAuditRoutes(
  scope: FastifyInstance,
  { db, upToDate }: Deps,
  streams: Streams,
  sessions: Pick<Sessions, 'isFresh'>,
): void {
  const routes = withSchemas(scope);
  const preHandler = upToDate('audit', 'moderation');

  routes.get(
    '/api/admin/history',
    {
      preHandler,
      schema: {
        tags,
        summary: 'Everything that happened, newest first: who did what to whom, when, and because of what',
        description:
          'All that is given must hold. Older pages are followed by the `Link` header; `after` asks for what came since.',
        querystring: historyQuerySchema,
        response: { 200: historySchema },
      },
    },
    async (request, reply) => {
      const { entries, next } = await findHistoryPage(db, request.query);
      if (next !== null) linkNext(reply, { ...asGiven(request.url), before: next });
      return [...entries];
    },
  );

  routes.get(
    '/api/admin/history/:eventId',
    {
      preHandler,
      schema: {
        tags,
        summary: 'An entry of the history, and the event as the log keeps it',
        description:
          'What is personal is opened: `[erased]` of members who were erased, `[sealed]` what members wrote to each other alone or took back.',
        params: historyEventParamsSchema,
        response: { 200: historyDetailsSchema },
        problems: ['not_found'],
      },
    },
    async (request) => {
      const details = await findDetails(db, streams, request.params.eventId);
      if (details === null) throw new ProblemError('not_found', texts.refusals.notFound);
      return details;
    },
  );

  routes.get(
    '/api/admin/history/:eventId/chain',
    {
      preHandler,
      schema: {
        tags,
        summary: 'What led to an event, and what it led to',
        params: historyEventParamsSchema,
        response: { 200: historyChainSchema },
        problems: ['not_found'],
      },
    },
    async (request) => {
      const chain = await findChain(db, request.params.eventId);
      if (chain === null) throw new ProblemError('not_found', texts.refusals.notFound);
      return chain;
    },
  );

  routes.get(
    '/api/admin/history/streams/:stream',
    {
      preHandler,
      schema: {
        tags,
        summary:
          'What a stream was as of one of its events: a member, a message, an inbox, a notification, the settings',
        description: 'Its events are listed by `GET /api/admin/history?stream=`.',
        params: v.object({ stream: v.pipe(v.string(), v.maxLength(100)) }),
        querystring: momentQuerySchema,
        response: { 200: momentSchema },
        problems: ['not_found', 'unavailable'],
      },
    },
    (request) => momentOf(db, streams, request.params.stream, request.query),
  );

  routes.get(
    '/api/admin/history/conversations/:conversation',
    {
      preHandler,
      schema: {
        tags,
        summary: 'What a conversation was as of one of its events: what was sent, deleted and read',
        description:
          'Named by the numbers of its two members, the lower first, `3-7`, or `global`. What messages say is `[sealed]`.',
        params: conversationParamsSchema,
        querystring: conversationQuerySchema,
        response: { 200: conversationMomentSchema },
        problems: ['not_found'],
      },
    },
    (request) => conversationMoment(db, streams, request.params.conversation, request.query),
  );

  for (const [ending, format] of Object.entries(exportFormats)) {
    routes.get(
      `/api/admin/history/export.${ending}`,
      {
        onRequest: proved(sessions, 'moderation'),
        preHandler,
        schema: {
          tags,
          summary: `The same as a file, all of it: ${format.what}`,
          querystring: historyFilterSchema,
          described: { 200: { description: 'The file', types: [format.mediaType] } },
          problems: ['fresh_proof_required'],
        },
      },
      async (request, reply) => {
        const lines = await exported(db, request.query, format);
        void reply.type(format.mediaType).header('cache-control', 'no-store');
        void reply.header('content-disposition', `attachment; filename="history.${ending}"`);
        return reply.send(Readable.from(lines, { highWaterMark: 1 }));
      },
    );
  }
}

/** For the address of the next page. */
const asGiven = (url: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(url.split('?')[1] ?? ''));
