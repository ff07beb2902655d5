import {
  adminUsersQuerySchema,
  type Conversation,
  directoryQuerySchema,
  type Message,
  messagePageQuerySchema,
  type Profile,
  parse,
} from '@pmcw/contracts';
import { requireSession } from '@pmcw/http';
import type { IResolvers, Loader, MercuriusContext, MercuriusLoaders } from 'mercurius';
import { requireAdministrator } from '../accounts/administrators.ts';
import { findSessionUser } from '../accounts/queries.ts';
import { findDirectoryPage } from '../directory/queries.ts';
import { conversationsQuerySchema, findConversations } from '../messages/conversations.ts';
import { findThreadPages } from '../messages/threads.ts';
import { findAdminStats, findAdminUsers } from '../moderation/queries.ts';
import { findProfile, profilesOf } from '../profiles/queries.ts';
import type { ReadModels } from '../storage/database.ts';

/** Arguments as a query string would bring them, so that REST's rules hold here word for word. */
const asQuery = (args: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(args)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => [name, String(value)]),
  );

const sessionOf = ({ reply }: MercuriusContext) => reply.request.session;

/** The fields of `Query`: one statement each, two for the directory; those for administrators ask first who it is. */
export function resolversOf(db: ReadModels): IResolvers {
  return {
    Query: {
      me: (_root: unknown, _args: unknown, context: MercuriusContext) => {
        const session = sessionOf(context);
        return session === null ? null : findSessionUser(db, session.userId);
      },
      profile: (_root: unknown, { username }: { username: string }, context: MercuriusContext) =>
        findProfile(db, username, sessionOf(context)?.userId ?? null),
      directory: (_root: unknown, args: Record<string, unknown>) =>
        findDirectoryPage(db, parse(directoryQuerySchema, asQuery(args))),
      conversations: async (_root: unknown, args: Record<string, unknown>, context: MercuriusContext) => {
        const { userId } = requireSession(context.reply.request);
        const query = parse(conversationsQuerySchema, asQuery(args));
        return (await findConversations(db, userId, query)).conversations;
      },
      adminStats: async (_root: unknown, _args: unknown, { reply }: MercuriusContext) => {
        await requireAdministrator(db, reply.request);
        return findAdminStats(db);
      },
      adminUsers: async (_root: unknown, args: Record<string, unknown>, { reply }: MercuriusContext) => {
        await requireAdministrator(db, reply.request);
        return findAdminUsers(db, parse(adminUsersQuerySchema, asQuery(args)));
      },
    },
  };
}

/**
 * What hangs on lists: each of these is one statement for all objects of a request, never one for each. They must be
 * `async`: what a loader throws at once nobody catches, and the process would end.
 */
export function loadersOf(db: ReadModels): MercuriusLoaders {
  const profileBy =
    <T extends object>(memberIdOf: (owner: T) => number): Loader<T> =>
    async (queries, context): Promise<(Profile | null)[]> => {
      const ids = queries.map(({ obj }) => memberIdOf(obj));
      const profiles = await profilesOf(db, ids, sessionOf(context)?.userId ?? null);
      return ids.map((id) => profiles.get(id) ?? null);
    };
  const byId = profileBy(({ id }: { id: number }) => id);
  const messages: Loader<Conversation, Record<string, unknown>> = async (
    queries,
    context,
  ): Promise<Message[][]> => {
    const { userId } = requireSession(context.reply.request);
    const threads = queries.map(({ obj, params }) => ({
      peerId: obj.userId,
      ...parse(messagePageQuerySchema, asQuery(params)),
    }));
    return findThreadPages(db, userId, threads);
  };
  return {
    Me: { profile: byId },
    DirectoryCard: { profile: byId },
    AdminUser: { profile: byId },
    Conversation: { member: profileBy(({ userId }: Conversation) => userId), messages },
  };
}
