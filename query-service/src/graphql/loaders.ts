import { type Conversation, type Message, messagePageQuerySchema, parse } from '@pmcw/contracts';
import { requireSession } from '@pmcw/http';
import type { Loader, MercuriusContext, MercuriusLoaders } from 'mercurius';
import { findThreadPages } from '../messages/threads.ts';
import { adminUsersOf, notesOf, socialLinksOfMembers, walletsOfMembers } from '../moderation/details.ts';
import { profilesOf } from '../profiles/queries.ts';
import type { ReadModels } from '../storage/database.ts';
import { requestsOf } from '../verification/queries.ts';
import { asQuery } from './resolvers.ts';

type Finder<Found> = (
  memberIds: readonly number[],
  context: MercuriusContext,
) => Promise<ReadonlyMap<number, Found>>;

const ofMember =
  <Owner extends object, Found>(
    memberIdOf: (owner: Owner) => number,
    find: Finder<Found>,
    none: Found | null,
  ): Loader<Owner> =>
  async (queries, context): Promise<(Found | null)[]> => {
    const ids = queries.map(({ obj }) => memberIdOf(obj));
    const found = await find([...new Set(ids)], context);
    return ids.map((id) => found.get(id) ?? none);
  };

const ownId = ({ id }: { readonly id: number }) => id;
const memberOf = ({ userId }: { readonly userId: number }) => userId;

/**
 * Nested objects, loaded in one statement for all objects of a request. Loaders must be `async`: mercurius does not
 * catch synchronous errors, which would end the process.
 */
export function loadersOf(db: ReadModels): MercuriusLoaders {
  const profiles: Finder<unknown> = (ids, { reply }) =>
    profilesOf(db, ids, reply.request.session?.userId ?? null);
  const messages: Loader<Conversation, Record<string, unknown>> = async (
    queries,
    { reply },
  ): Promise<Message[][]> => {
    const { userId } = requireSession(reply.request);
    const threads = queries.map(({ obj, params }) => ({
      peerId: obj.userId,
      ...parse(messagePageQuerySchema, asQuery(params)),
    }));
    return findThreadPages(db, userId, threads);
  };
  return {
    Me: { profile: ofMember(ownId, profiles, null) },
    DirectoryCard: { profile: ofMember(ownId, profiles, null) },
    Conversation: { member: ofMember(memberOf, profiles, null), messages },
    AdminUser: {
      profile: ofMember(ownId, profiles, null),
      notes: ofMember(ownId, (ids) => notesOf(db, ids), ''),
      wallets: ofMember(ownId, (ids) => walletsOfMembers(db, ids), []),
      socials: ofMember(ownId, (ids) => socialLinksOfMembers(db, ids), []),
      requests: ofMember(ownId, (ids) => requestsOf(db, ids), []),
    },
    VerificationRequest: { member: ofMember(memberOf, (ids) => adminUsersOf(db, ids), null) },
  };
}
