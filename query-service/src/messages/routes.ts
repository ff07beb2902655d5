import {
  changesQuerySchema,
  changesSchema,
  conversationSchema,
  conversationsSchema,
  messagePageQuerySchema,
  messagesSchema,
  ProblemError,
  texts,
  unreadCountSchema,
  userIdParamSchema,
} from '@pmcw/contracts';
import { requireSession, signedIn, withSchemas } from '@pmcw/http';
import { maxMemberId } from '@pmcw/projections/tables';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as v from 'valibot';
import type { Streams } from '../audit/record.ts';
import type { Deps } from '../deps.ts';
import { goneSignal } from '../freshness/upToDate.ts';
import { linkNext } from '../paging/linkNext.ts';
import { usernameParamsSchema } from '../profiles/routes.ts';
import type { ReadModels } from '../storage/database.ts';
import { findChanges } from './changes.ts';
import { conversationsQuerySchema, findConversation, findConversations } from './conversations.ts';
import { findThreadPage, isMember, type MessagePage, type PageOf } from './threads.ts';
import { countUnreadGlobal } from './unread.ts';

const say = texts.refusals;

/** Answers a page of messages with the way to the older ones. */
function answerPage(reply: FastifyReply, { messages, hasMore }: MessagePage, limit: number) {
  const oldest = messages.at(-1);
  if (hasMore && oldest !== undefined) linkNext(reply, { before: oldest.position, limit: String(limit) });
  return messages;
}

/**
 * A page of the member's own thread with a peer. Nobody else's thread can be named: the member is one of the two.
 * @throws ProblemError `invalid_input` for oneself, `not_found` when there is no such member
 */
async function privatePage(db: ReadModels, memberId: number, peerId: number, page: PageOf) {
  if (peerId === memberId) throw new ProblemError('invalid_input', say.messageToSelf);
  if (peerId > maxMemberId) throw new ProblemError('not_found', say.memberNotFound);
  const found = await findThreadPage(db, memberId, peerId, page);
  if (found.messages.length === 0 && !(await isMember(db, peerId))) {
    throw new ProblemError('not_found', say.memberNotFound);
  }
  return found;
}

/** Conversations: the list, and the one with a member by name. */
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
        summary: 'One’s own conversations, the one with the newest message first',
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
        description: 'With a suspended member none can be begun; one that is there can be read.',
        params: usernameParamsSchema,
        response: { 200: conversationSchema },
        problems: ['not_found', 'member_suspended'],
      },
    },
    async (request) => {
      const { userId } = requireSession(request);
      const found = await findConversation(db, userId, request.params.username);
      if (found === null) throw new ProblemError('not_found', say.memberNotFound);
      const { conversation, hasBegun, isPeerSuspended } = found;
      if (conversation.userId === userId) throw new ProblemError('invalid_input', say.messageToSelf);
      if (isPeerSuspended && !hasBegun) throw new ProblemError('member_suspended', say.suspendedMember);
      return conversation;
    },
  );
}

/** Pages of messages, newest first. */
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
        summary: 'One’s own thread with a member, newest first',
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

/** The log, as far as changes need it. */
type Log = Pick<Streams, 'head'>;

/** What is new: the count of unread global messages, and everything after a position. */
function addNewsRoutes(app: FastifyInstance, { db, upToDate, catchUp }: Deps, log: Log): void {
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
    async (request) => ({ count: await countUnreadGlobal(db, requireSession(request).userId) }),
  );

  routes.get(
    '/api/messages/changes',
    {
      ...guards,
      schema: {
        tags,
        summary: 'What happened after a position, as the frames a socket would have brought',
        description:
          'Go on with `after` = `position`, at once while there is `more`. A `position` smaller than `after` begins ' +
          'anew, at the beginning of the log: `after` was of a log that is no more.',
        querystring: changesQuerySchema,
        response: { 200: changesSchema },
        problems: ['unavailable'],
      },
    },
    (request, reply) => {
      const { after } = request.query;
      const caughtUp = () => catchUp.reach(['messages'], BigInt(after), goneSignal(reply));
      const logHead = () => log.head();
      return findChanges(db, requireSession(request).userId, after, { caughtUp, logHead });
    },
  );
}

/** The reads of `/api/messages`. */
export function addMessageRoutes(app: FastifyInstance, deps: Deps, log: Log): void {
  addConversationRoutes(app, deps);
  addThreadRoutes(app, deps);
  addNewsRoutes(app, deps, log);
}
