import { featuredUserSchema, profileSchema, socialLinkSchema, walletSchema } from '@pmcw/contracts';
import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { fetchJson } from '../api/client.ts';

/**
 * The public profile of a member, `GET /api/profile/{username}`. Shown from memory and asked for again each time it
 * is opened: an address that its owner has replaced must not linger.
 */
export const profileQuery = (username: string) =>
  queryOptions({
    queryKey: ['/api/profile', username.toLowerCase()],
    queryFn: ({ signal }) =>
      fetchJson(`/api/profile/${encodeURIComponent(username)}`, profileSchema, { signal }),
    refetchOnMount: 'always',
  });

/** The latest verified members, `GET /api/featured-users`. */
export const featuredUsersQuery = queryOptions({
  queryKey: ['/api/featured-users'],
  queryFn: ({ signal }) => fetchJson('/api/featured-users', v.array(featuredUserSchema), { signal }),
  refetchOnMount: 'always',
});

/** The signed-in member's wallet addresses, `GET /api/user/wallets`. */
export const myWalletsQuery = queryOptions({
  queryKey: ['/api/user/wallets'],
  queryFn: ({ signal }) => fetchJson('/api/user/wallets', v.array(walletSchema), { signal }),
});

/** The signed-in member's social links, `GET /api/user/socials`. */
export const mySocialsQuery = queryOptions({
  queryKey: ['/api/user/socials'],
  queryFn: ({ signal }) => fetchJson('/api/user/socials', v.array(socialLinkSchema), { signal }),
});
