import { requireSession } from '@pmcw/http';
import type { FastifyRequest } from 'fastify';
import { type GraphQLSchema, getNamedType, isObjectType } from 'graphql/index.js';
import type { MercuriusContext } from 'mercurius';
import { requireAdministrator } from '../accounts/administrators.ts';
import type { ReadModels } from '../storage/database.ts';

/** Who may have something, from all to few. */
const levels = ['everybody', 'members', 'administrators'] as const;
export type Access = (typeof levels)[number];

/** Who may ask each field of `Query`; a field that is not here makes the service refuse to start. */
export const rootAccess: Readonly<Record<string, Access>> = {
  // Tells strangers `null`.
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

/** Objects that only some may come to, by whatever way; all others are for everybody who may have what they hang on. */
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
 * Denied by default, before anything is asked: every field of `Query` must say for whom it is, and no field may lead to
 * objects that are for fewer than the field is.
 * @throws Error that names the field
 */
export function checkAccess(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      const isRoot = type === schema.getQueryType();
      const from = isRoot ? rootAccess[field.name] : (typeAccess[type.name] ?? 'everybody');
      if (from === undefined) throw new Error(`Nobody said for whom the field ${field.name} of Query is`);
      const to = typeAccess[getNamedType(field.type).name] ?? 'everybody';
      if (rank(to) > rank(from)) {
        throw new Error(`${type.name}.${field.name} is for ${from} and leads to what is for ${to}`);
      }
    }
  }
}

/** A resolver of a field of `Query`. */
export type RootResolver = (
  args: Readonly<Record<string, unknown>>,
  request: FastifyRequest,
) => Promise<unknown>;

/** Puts the guard of `rootAccess` before each of the resolvers; whether somebody is an administrator is asked once a request. */
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
      // Without a rule it is for the fewest.
      guard(rootAccess[name] ?? 'administrators', resolve),
    ]),
  );
}
