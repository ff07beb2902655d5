import { featuredUserSchema, profileSchema, socialLinkSchema, walletSchema } from '@pmcw/contracts';
import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { fetchAndKeep, type KeptQuestion } from '../../device/offline/kept/fetchAndKeep.ts';

/** How the public profile of a member is asked for: `GET /api/profile/{username}`. */
export const profileQuestion = (username: string) =>
  ({
    path: `/api/profile/${encodeURIComponent(username.toLowerCase())}`,
    schema: profileSchema,
    kind: 'profile',
  }) satisfies KeptQuestion<typeof profileSchema>;

/**
 * The public profile of a member. Shown from memory and asked for again each time it is opened: an address that its
 * owner has replaced must not linger.
 */
export const profileQuery = (username: string) =>
  queryOptions({
    queryKey: ['/api/profile', username.toLowerCase()],
    queryFn: ({ signal }) => fetchAndKeep(profileQuestion(username), signal),
    refetchOnMount: 'always',
  });

const featuredSchema = v.array(featuredUserSchema);
/** How the latest verified members are asked for. */
export const featuredQuestion = {
  path: '/api/featured-users',
  schema: featuredSchema,
  kind: 'site',
} satisfies KeptQuestion<typeof featuredSchema>;

/** The latest verified members, `GET /api/featured-users`. */
export const featuredUsersQuery = queryOptions({
  queryKey: [featuredQuestion.path],
  queryFn: ({ signal }) => fetchAndKeep(featuredQuestion, signal),
  refetchOnMount: 'always',
});

const walletsSchema = v.array(walletSchema);
/** How the signed-in member's wallet addresses are asked for. */
export const myWalletsQuestion = {
  path: '/api/user/wallets',
  schema: walletsSchema,
  kind: 'own',
} satisfies KeptQuestion<typeof walletsSchema>;

/** The signed-in member's wallet addresses, `GET /api/user/wallets`. */
export const myWalletsQuery = queryOptions({
  queryKey: [myWalletsQuestion.path],
  queryFn: ({ signal }) => fetchAndKeep(myWalletsQuestion, signal),
});

const socialsSchema = v.array(socialLinkSchema);
/** How the signed-in member's social links are asked for. */
export const mySocialsQuestion = {
  path: '/api/user/socials',
  schema: socialsSchema,
  kind: 'own',
} satisfies KeptQuestion<typeof socialsSchema>;

/** The signed-in member's social links, `GET /api/user/socials`. */
export const mySocialsQuery = queryOptions({
  queryKey: [mySocialsQuestion.path],
  queryFn: ({ signal }) => fetchAndKeep(mySocialsQuestion, signal),
});
