import { z } from 'zod';
import { signInMethodKinds } from '../accounts/signInMethods.ts';
import { userTypes } from '../accounts/userTypes.ts';
import { contactPolicies } from '../contacts/policy.ts';
import { linkBackWays } from '../profiles/linksBack.ts';
import { socialPlatformCodes } from '../profiles/platforms.ts';
import { proofSchemes } from '../walletProofs/schemes.ts';
import type { UserState } from './member.ts';

const proof = z.object({
  statement: z.string(),
  signature: z.string(),
  scheme: z.enum(proofSchemes),
  provedAt: z.string(),
});

const wallet = z.object({
  id: z.string(),
  network: z.string(),
  address: z.string(),
  addedAt: z.string(),
  proof: proof.nullable(),
  ensName: z.object({ name: z.string(), seenAt: z.string() }).nullable(),
});

const registered = z.object({
  status: z.literal('registered'),
  id: z.int(),
  username: z.string(),
  fullName: z.string(),
  email: z.string(),
  isEmailConfirmed: z.boolean(),
  telegramHandle: z.string(),
  bio: z.string(),
  avatarHash: z.string().nullable(),
  backgroundHash: z.string().nullable(),
  userType: z.enum(userTypes),
  isAdmin: z.boolean(),
  isAuthorized: z.boolean(),
  verifiedAs: z.object({ fullName: z.string(), avatarHash: z.string().nullable() }).nullable(),
  isSuspended: z.boolean(),
  pmcwTokens: z.number(),
  createdAt: z.string(),
  notes: z.string(),
  openRequest: z.object({ id: z.string(), createdAt: z.string() }).nullable(),
  notices: z.array(z.string()),
  signInMethods: z.array(z.object({ id: z.string(), kind: z.enum(signInMethodKinds), addedAt: z.string() })),
  wallets: z.array(wallet),
  socials: z.array(
    z.object({
      id: z.string(),
      platform: z.enum(socialPlatformCodes),
      username: z.string(),
      linksBack: z.object({ by: z.enum(linkBackWays), seenAt: z.string() }).nullable(),
    }),
  ),
  blocks: z.array(z.object({ memberId: z.int(), position: z.string() })),
  contactPolicy: z.enum(contactPolicies),
});

export const userSnapshot: { readonly name: string; readonly schema: z.ZodType<UserState> } = {
  name: 'user/7',
  schema: z.discriminatedUnion('status', [
    z.object({ status: z.literal('absent') }),
    z.object({ status: z.literal('deleted') }),
    registered,
  ]),
};
