import {
  changesQuerySchema,
  changesSchema,
  conversationSchema,
  conversationsSchema,
  isAcceptedBy,
  messagePageQuerySchema,
  messagesSchema,
  ProblemError,
  texts,
  unreadCountSchema,
  userIdParamSchema,
} from '@pmcw/contracts';
import { requireSession, signedIn, withSchemas } from '@pmcw/http';
import { maxMemberId } from '@pmcw/projections/tables';
import type { Incarnations } from '@pmcw/runtime';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as v from 'valibot';
import type { Streams } from '../audit/record.ts';
import type { Deps } from '../deps.ts';
import { goneSignal } from '../freshness/upToDate.ts';
import { linkNext } from '../paging/linkNext.ts';
import type { PageRequest } from '../paging/pageRequest.ts';
import { usernameParamsSchema } from '../profiles/routes.ts';
import type { ReadModels } from '../storage/database.ts';
import { findChanges } from './changes.ts';
import { conversationsQuerySchema, findConversation, findConversations } from './conversations.ts';
import { findThreadPage, isMember, type MessagePage } from './threads.ts';
import { countUnreadGlobal } from './unread.ts';

const { refusals } = texts;

function answerPage(reply: FastifyReply, { messages, hasMore }: MessagePage, limit: number) {
  const oldest = messages.at(-1);
  if (hasMore && oldest !== undefined) linkNext(reply, { before: oldest.position, limit: String(limit) });
  return messages;
}

/**
 * Only threads of the member can be named.
 * @throws ProblemError `invalid_input` for the member themselves, `not_found` for an unknown member
 */
async function privatePage(db: ReadModels, memberId: number, peerId: number, page: PageRequest) {
  if (peerId === memberId) throw new ProblemError('invalid_input', refusals.messageToSelf);
  if (peerId > maxMemberId) throw new ProblemError('not_found', refusals.memberNotFound);
  const found = await findThreadPage(db, memberId, peerId, page);
  if (found.messages.length === 0 && !(await isMember(db, peerId))) {
    throw new ProblemError('not_found', refusals.memberNotFound);
  }
  return found;
}

interface Positions {
  readonly log: Pick<Streams, 'head'>;
  readonly incarnations: Incarnations;
}

function addConversationRoutes(app: FastifyInstance, { db, upToDate }: Deps): void {
  const routes = withSchemas(app);
  const guards = { onRequest: signedIn, preHandler: upToDate('messages') };
  const tags = ['messages'];

  routes.get(
    '/api/messages/conversations',
    {
      ...guards,
      schema: {
        tags,
        summary: 'The member’s conversations, the one with the newest message first',
        description: 'Pages are followed by the `Link` header.',
        querystring: conversationsQuerySchema,
        response: { 200: conversationsSchema },
      },
    },
    async (request, reply) => {
      const { userId } = requireSession(request);
      const { conversations, next } = await findConversations(db, userId, request.query);
      if (next !== null) linkNext(reply, { before: next, limit: String(request.query.limit) });
      return conversations;
    },
  );

  routes.get(
    '/api/messages/find-conversation/:username',
    {
      ...guards,
      preHandler: upToDate('messages', 'accounts'),
      schema: {
        tags,
        summary: 'The conversation with a member, by name; it may have no messages yet',
        description:
          'None can be started with a suspended member, or one who blocks you; an existing one can be read.',
        params: usernameParamsSchema,
        response: { 200: conversationSchema },
        problems: ['not_found', 'member_suspended', 'not_received'],
      },
    },
    async (request) => {
      const { userId } = requireSession(request);
      const found = await findConversation(db, userId, request.params.username);
      if (found === null) throw new ProblemError('not_found', refusals.memberNotFound);
      const { conversation, hasBegun, isPeerSuspended, isBlockedByPeer } = found;
      if (conversation.userId === userId) throw new ProblemError('invalid_input', refusals.messageToSelf);
      if (isPeerSuspended && !hasBegun) throw new ProblemError('member_suspended', refusals.suspendedMember);
      if (isBlockedByPeer && !hasBegun) throw new ProblemError('not_received', refusals.notReceived);
      return conversation;
    },
  );
}

function addThreadRoutes(app: FastifyInstance, { db, upToDate }: Deps): void {
  const routes = withSchemas(app);
  const guards = { onRequest: signedIn, preHandler: upToDate('messages') };
  const schema = {
    tags: ['messages'],
    description: 'Older pages are followed by the `Link` header.',
    querystring: messagePageQuerySchema,
    response: { 200: messagesSchema },
  };

  routes.get(
    '/api/messages/global',
    { ...guards, schema: { ...schema, summary: 'The global chat, newest first' } },
    async (request, reply) => {
      const page = await findThreadPage(db, requireSession(request).userId, null, request.query);
      return answerPage(reply, page, request.query.limit);
    },
  );

  routes.get(
    '/api/messages/:userId',
    {
      ...guards,
      schema: {
        ...schema,
        summary: 'The member’s thread with another member, newest first',
        params: v.object({ userId: userIdParamSchema }),
        problems: ['not_found'] as const,
      },
    },
    async (request, reply) => {
      const { userId } = requireSession(request);
      const page = await privatePage(db, userId, request.params.userId, request.query);
      return answerPage(reply, page, request.query.limit);
    },
  );
}

function addNewsRoutes(
  app: FastifyInstance,
  { db, upToDate, catchUp }: Deps,
  { log, incarnations }: Positions,
): void {
  const routes = withSchemas(app);
  const guards = { onRequest: signedIn, preHandler: upToDate('messages') };
  const tags = ['messages'];

  routes.get(
    '/api/messages/global/unread/count',
    {
      ...guards,
      schema: {
        tags,
        summary: 'How many messages of others in the global chat are unread',
        response: { 200: unreadCountSchema },
      },
    },
    (request) => countUnreadGlobal(db, requireSession(request).userId),
  );

  routes.get(
    '/api/messages/changes',
    {
      ...guards,
      schema: {
        tags,
        summary: 'What happened after a position, as the frames a socket would have brought',
        description:
          'Continue with `after` = `position`, at once while there is `more`. Another `incarnation` than the requested ' +
          'one, or a `position` smaller than `after`, means a restart at the first event: the log was restored or ' +
          'replaced since.',
        querystring: changesQuerySchema,
        response: { 200: changesSchema },
        problems: ['unavailable'],
      },
    },
    async (request, reply) => {
      const { incarnation: known } = request.query;
      const { current } = incarnations;
      const after = (known ?? current) === current ? request.query.after : '0';
      const caughtUp = () => catchUp.reach(['messages'], BigInt(after), { gone: goneSignal(reply) });
      const logHead = () => log.head();
      const reader = { db, memberId: requireSession(request).userId, incarnation: current };
      const page = await findChanges(reader, after, { caughtUp, logHead });
      const lostFrom = known === undefined ? null : incarnations.lostFrom(known);
      const changes = page.changes.filter((change) => isAcceptedBy(request.query, change));
      return {
        ...page,
        changes,
        incarnation: current,
        ...(lostFrom === null ? {} : { lostFrom: String(lostFrom) }),
      };
    },
  );
}

export function addMessageRoutes(app: FastifyInstance, deps: Deps, log: Positions): void {
  addConversationRoutes(app, deps);
  addThreadRoutes(app, deps);
  addNewsRoutes(app, deps, log);
}
