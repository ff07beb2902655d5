import {
  addressListingsSchema,
  askedAddressSchema,
  ProblemError,
  profileSchema,
  socialLinkSchema,
  texts,
  walletSchema,
} from '@pmcw/contracts';
import { requireSession, revalidated, signedIn, withSchemas } from '@pmcw/http';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { Deps } from '../deps.ts';
import { findListings } from './listings.ts';
import { findProfile, socialLinksOf, walletsOf } from './queries.ts';

/** Any text; strange names just don't exist. */
export const usernameParamsSchema = v.object({ username: v.string() });

export function addProfileRoutes(app: FastifyInstance, { db, upToDate }: Deps): void {
  const routes = withSchemas(app);
  const tags = ['profiles'];
  const preHandler = upToDate('profiles');

  routes.get(
    '/api/profile/:username',
    {
      preHandler,
      onSend: revalidated,
      schema: {
        tags,
        summary: 'The public profile of a username, in any case of letters',
        params: usernameParamsSchema,
        response: { 200: profileSchema },
        described: { 304: { description: 'Not modified' } },
        problems: ['not_found'],
      },
    },
    async (request) => {
      const profile = await findProfile(db, request.params.username, request.session?.userId ?? null);
      if (profile === null) throw new ProblemError('not_found', texts.refusals.profileNotFound);
      return profile;
    },
  );

  routes.get(
    '/api/addresses/:address/listings',
    {
      preHandler,
      schema: {
        tags,
        summary: 'The members who list an address, proved ones first',
        params: askedAddressSchema,
        response: { 200: addressListingsSchema },
        problems: ['not_found'],
      },
    },
    (request) => findListings(db, request.params.address, request.session?.userId ?? null),
  );

  routes.get(
    '/api/user/wallets',
    {
      onRequest: signedIn,
      preHandler,
      schema: { tags, summary: 'The member’s wallets', response: { 200: v.array(walletSchema) } },
    },
    (request) => walletsOf(db, requireSession(request).userId),
  );

  routes.get(
    '/api/user/socials',
    {
      onRequest: signedIn,
      preHandler,
      schema: { tags, summary: 'The member’s social links', response: { 200: v.array(socialLinkSchema) } },
    },
    (request) => socialLinksOf(db, requireSession(request).userId),
  );
}
