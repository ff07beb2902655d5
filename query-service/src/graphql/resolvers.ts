import {
  adminUsersQuerySchema,
  deliveriesQuerySchema,
  directoryQuerySchema,
  type HistoryDetails,
  type HistoryEntry,
  historyEventParamsSchema,
  historyQuerySchema,
  parse,
  userIdParamSchema,
  verificationRequestsQuerySchema,
} from '@pmcw/contracts';
import { requireSession } from '@pmcw/http';
import type { IResolvers } from 'mercurius';
import * as v from 'valibot';
import { findSessionUser } from '../accounts/queries.ts';
import { findChain } from '../audit/chain.ts';
import { findDetails } from '../audit/details.ts';
import { findHistoryPage } from '../audit/history.ts';
import type { Streams } from '../audit/record.ts';
import { findDirectoryPage } from '../directory/queries.ts';
import { conversationsQuerySchema, findConversations } from '../messages/conversations.ts';
import { findAdminStats, findAdminUser, findAdminUsers } from '../moderation/queries.ts';
import { countUnreadDeliveries, findDeliveries } from '../notifications/queries.ts';
import { findProfile } from '../profiles/queries.ts';
import { usernameParamsSchema } from '../profiles/routes.ts';
import { findSettings } from '../settings/queries.ts';
import type { ReadModels } from '../storage/database.ts';
import { findVerificationRequests } from '../verification/queries.ts';
import { guarded, type RootResolver } from './access.ts';

/** Arguments as in a query string, so that the rules of REST apply. */
export const asQuery = (args: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(args)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => [name, String(value)]),
  );

const idSchema = v.object({ id: userIdParamSchema });

export function resolversOf(db: ReadModels, streams: Streams): IResolvers {
  const query: Readonly<Record<string, RootResolver>> = {
    me: async (_args, { session }) => (session === null ? null : findSessionUser(db, session.userId)),
    profile: (args, { session }) =>
      findProfile(db, parse(usernameParamsSchema, asQuery(args)).username, session?.userId ?? null),
    directory: (args) => findDirectoryPage(db, parse(directoryQuerySchema, asQuery(args))),
    settings: () => findSettings(db),
    conversations: (args, request) =>
      findConversations(db, requireSession(request).userId, parse(conversationsQuerySchema, asQuery(args))),
    notifications: (args, request) =>
      findDeliveries(db, requireSession(request).userId, parse(deliveriesQuerySchema, asQuery(args))),
    unreadNotifications: (_args, request) => countUnreadDeliveries(db, requireSession(request).userId),
    adminStats: () => findAdminStats(db),
    adminUsers: (args) => findAdminUsers(db, parse(adminUsersQuerySchema, asQuery(args))),
    adminUser: (args) => findAdminUser(db, parse(idSchema, asQuery(args)).id),
    verificationRequests: (args) =>
      findVerificationRequests(db, parse(verificationRequestsQuerySchema, asQuery(args))),
    history: (args) => findHistoryPage(db, parse(historyQuerySchema, asQuery(args))),
    historyChain: (args) => findChain(db, parse(historyEventParamsSchema, asQuery(args)).eventId),
    historyDetails: (args) =>
      findDetails(db, streams, parse(historyEventParamsSchema, asQuery(args)).eventId),
  };
  return {
    Query: guarded(db, query),
    HistoryEntry: { facts: ({ facts }: HistoryEntry) => JSON.stringify(facts) },
    HistoryDetails: { record: ({ record }: HistoryDetails) => JSON.stringify(record) },
  };
}
