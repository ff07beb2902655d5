import { requireSession } from '@pmcw/http';
import type { FastifyRequest } from 'fastify';
import { type GraphQLSchema, getNamedType, isObjectType } from 'graphql/index.js';
import type { MercuriusContext } from 'mercurius';
import { requireAdministrator } from '../accounts/administrators.ts';
import type { ReadModels } from '../storage/database.ts';

const levels = ['everybody', 'members', 'administrators'] as const;
export type Access = (typeof levels)[number];

/** Access to the fields of `Query`; a missing field keeps the service from starting. */
export const rootAccess: Readonly<Record<string, Access>> = {
  // Null for visitors.
  me: 'everybody',
  profile: 'everybody',
  directory: 'everybody',
  settings: 'everybody',
  conversations: 'members',
  notifications: 'members',
  unreadNotifications: 'members',
  adminStats: 'administrators',
  adminUsers: 'administrators',
  adminUser: 'administrators',
  verificationRequests: 'administrators',
  history: 'administrators',
  historyChain: 'administrators',
  historyDetails: 'administrators',
};

/** Restricted object types, on any path; all others inherit the access of their parent. */
export const typeAccess: Readonly<Record<string, Access>> = {
  Conversations: 'members',
  Conversation: 'members',
  Message: 'members',
  Notifications: 'members',
  NotificationDelivery: 'members',
  AdminStats: 'administrators',
  AdminUsers: 'administrators',
  AdminUser: 'administrators',
  VerificationRequests: 'administrators',
  VerificationRequest: 'administrators',
  RequestWallet: 'administrators',
  History: 'administrators',
  HistoryEntry: 'administrators',
  HistoryMember: 'administrators',
  HistoryChain: 'administrators',
  HistoryDetails: 'administrators',
};

const rank = (access: Access): number => levels.indexOf(access);

/**
 * Checks that every field of `Query` has a rule, and that no field leads to objects with stricter access.
 * @throws Error that names the field
 */
export function checkAccess(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      const isRoot = type === schema.getQueryType();
      const from = isRoot ? rootAccess[field.name] : (typeAccess[type.name] ?? 'everybody');
      if (from === undefined) throw new Error(`The field ${field.name} of Query has no access rule`);
      const to = typeAccess[getNamedType(field.type).name] ?? 'everybody';
      if (rank(to) > rank(from)) {
        throw new Error(`${type.name}.${field.name} is for ${from} and leads to what is for ${to}`);
      }
    }
  }
}

export type RootResolver = (
  args: Readonly<Record<string, unknown>>,
  request: FastifyRequest,
) => Promise<unknown>;

/** Guards resolvers by `rootAccess`; administrator rights are checked once per request. */
export function guarded(db: ReadModels, resolvers: Readonly<Record<string, RootResolver>>) {
  const asked = new WeakMap<FastifyRequest, Promise<void>>();
  const administrator = (request: FastifyRequest): Promise<void> => {
    const answer = asked.get(request) ?? requireAdministrator(db, request);
    asked.set(request, answer);
    return answer;
  };
  const require = async (access: Access, request: FastifyRequest): Promise<void> => {
    if (access === 'members') requireSession(request);
    else if (access === 'administrators') await administrator(request);
  };
  const guard =
    (access: Access, resolve: RootResolver) =>
    async (_root: unknown, args: Record<string, unknown>, { reply }: MercuriusContext) => {
      await require(access, reply.request);
      return resolve(args, reply.request);
    };
  return Object.fromEntries(
    Object.entries(resolvers).map(([name, resolve]) => [
      name,
      // Strictest by default.
      guard(rootAccess[name] ?? 'administrators', resolve),
    ]),
  );
}
