import { z } from 'zod';

const userId = z.int().positive();

/** Events of a `user-{id}` stream by which administrators vouch for a member. */
export const verificationEvents = {
  UserVerified: { version: 1, schema: z.object({ userId }) },
  UserUnverified: { version: 1, schema: z.object({ userId }) },
  /** The token count changed; `cause` tells why (spec §4: verification grants 1, removal sets 0). */
  TokensSet: {
    version: 1,
    schema: z.object({
      userId,
      pmcwTokens: z.int().nonnegative(),
      cause: z.enum(['verified', 'unverified', 'set']),
    }),
  },
} as const;
