import { z } from 'zod';

const userId = z.int().positive();

export const verificationEvents = {
  UserVerified: { version: 1, schema: z.object({ userId }) },
  UserUnverified: { version: 1, schema: z.object({ userId }) },
  /** A changed name or avatar of a verified member. */
  VerificationConfirmed: { version: 1, schema: z.object({ userId }) },
  /** Verification sets 1, its withdrawal 0 (spec §4). */
  TokensSet: {
    version: 1,
    schema: z.object({
      userId,
      pmcwTokens: z.int().nonnegative(),
      cause: z.enum(['verified', 'unverified', 'set']),
    }),
  },
  /** A member has at most one open request. */
  VerificationRequested: {
    version: 1,
    schema: z.object({ userId, requestId: z.string(), message: z.string() }),
    personal: { subject: 'userId', fields: ['message'] },
  },
  VerificationApproved: { version: 1, schema: z.object({ userId, requestId: z.string() }) },
  VerificationRejected: {
    version: 1,
    schema: z.object({ userId, requestId: z.string(), reason: z.string() }),
    personal: { subject: 'userId', fields: ['reason'] },
  },
} as const;
