import { z } from 'zod';

const userId = z.int().positive();

/** Events of a `user-{id}` stream by which administrators vouch for a member. */
export const verificationEvents = {
  UserVerified: { version: 1, schema: z.object({ userId }) },
  UserUnverified: { version: 1, schema: z.object({ userId }) },
  /** An administrator vouches for the name and the avatar that a verified member has now. */
  VerificationConfirmed: { version: 1, schema: z.object({ userId }) },
  /** The token count changed; `cause` tells why (spec §4: verification grants 1, removal sets 0). */
  TokensSet: {
    version: 1,
    schema: z.object({
      userId,
      pmcwTokens: z.int().nonnegative(),
      cause: z.enum(['verified', 'unverified', 'set']),
    }),
  },
  /** A member asks to be verified; one request is open at a time. */
  VerificationRequested: {
    version: 1,
    schema: z.object({ userId, requestId: z.string(), message: z.string() }),
    personal: { subject: 'userId', fields: ['message'] },
  },
  /** Closes a request together with `UserVerified`. */
  VerificationApproved: { version: 1, schema: z.object({ userId, requestId: z.string() }) },
  /** Closes a request; the member sees the reason. */
  VerificationRejected: {
    version: 1,
    schema: z.object({ userId, requestId: z.string(), reason: z.string() }),
    personal: { subject: 'userId', fields: ['reason'] },
  },
} as const;
