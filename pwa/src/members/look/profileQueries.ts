import { featuredUserSchema, profileSchema, socialLinkSchema, walletSchema } from '@pmcw/contracts';
import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { fetchAndKeep, type KeptQuestion } from '../../device/offline/kept/fetchAndKeep.ts';

export const profileQuestion = (username: string) =>
  ({
    path: `/api/profile/${encodeURIComponent(username.toLowerCase())}`,
    schema: profileSchema,
    kind: 'profile',
  }) satisfies KeptQuestion<typeof profileSchema>;

/** Shown from the cache and refetched at each visit, because a replaced address must not linger. */
export const profileQuery = (username: string) =>
  queryOptions({
    queryKey: ['/api/profile', username.toLowerCase()],
    queryFn: ({ signal }) => fetchAndKeep(profileQuestion(username), signal),
    refetchOnMount: 'always',
  });

const featuredSchema = v.array(featuredUserSchema);
export const featuredQuestion = {
  path: '/api/featured-users',
  schema: featuredSchema,
  kind: 'site',
} satisfies KeptQuestion<typeof featuredSchema>;

export const featuredUsersQuery = queryOptions({
  queryKey: [featuredQuestion.path],
  queryFn: ({ signal }) => fetchAndKeep(featuredQuestion, signal),
  refetchOnMount: 'always',
});

const walletsSchema = v.array(walletSchema);
export const myWalletsQuestion = {
  path: '/api/user/wallets',
  schema: walletsSchema,
  kind: 'own',
} satisfies KeptQuestion<typeof walletsSchema>;

export const myWalletsQuery = queryOptions({
  queryKey: [myWalletsQuestion.path],
  queryFn: ({ signal }) => fetchAndKeep(myWalletsQuestion, signal),
});

const socialsSchema = v.array(socialLinkSchema);
export const mySocialsQuestion = {
  path: '/api/user/socials',
  schema: socialsSchema,
  kind: 'own',
} satisfies KeptQuestion<typeof socialsSchema>;

export const mySocialsQuery = queryOptions({
  queryKey: [mySocialsQuestion.path],
  queryFn: ({ signal }) => fetchAndKeep(mySocialsQuestion, signal),
});
