import { z } from 'zod';
import { linkBackWays } from '../profiles/linksBack.ts';
import { socialPlatformCodes } from '../profiles/platforms.ts';
import { proofSchemes } from '../walletProofs/schemes.ts';

const userId = z.int().positive();

export const profileEvents = {
  ProfileEdited: {
    version: 1,
    schema: z.object({ userId, fullName: z.string(), bio: z.string(), telegramHandle: z.string() }),
    personal: { subject: 'userId', fields: ['fullName', 'bio', 'telegramHandle'] },
  },
  /** Null for none. */
  AvatarChanged: {
    version: 1,
    schema: z.object({ userId, mediaHash: z.string().nullable() }),
    personal: { subject: 'userId', fields: ['mediaHash'] },
  },
  BackgroundChanged: {
    version: 1,
    schema: z.object({ userId, mediaHash: z.string().nullable() }),
    personal: { subject: 'userId', fields: ['mediaHash'] },
  },
  WalletAdded: {
    version: 1,
    schema: z.object({ userId, walletId: z.string(), network: z.string(), address: z.string() }),
    personal: { subject: 'userId', fields: ['address'] },
  },
  /** With a cause if another member proved that the address is theirs. */
  WalletRemoved: {
    version: 1,
    schema: z.object({ userId, walletId: z.string(), cause: z.literal('proved_by_another').optional() }),
  },
  WalletProved: {
    version: 1,
    schema: z.object({
      userId,
      walletId: z.string(),
      statement: z.string(),
      signature: z.string(),
      scheme: z.enum(proofSchemes),
    }),
    personal: { subject: 'userId', fields: ['statement', 'signature'] },
  },
  /** With its id, place, date and proof; the last four fields are null without a proof. */
  WalletRestored: {
    version: 2,
    schema: z.object({
      userId,
      walletId: z.string(),
      network: z.string(),
      address: z.string(),
      addedAt: z.iso.datetime(),
      statement: z.string().nullable(),
      signature: z.string().nullable(),
      scheme: z.enum(proofSchemes).nullable(),
      provedAt: z.iso.datetime().nullable(),
    }),
    personal: { subject: 'userId', fields: ['address', 'statement', 'signature'] },
    upcasters: {
      /** Version 1 had no proofs. */
      1: (data: Readonly<Record<string, unknown>>) => ({
        ...data,
        statement: null,
        signature: null,
        scheme: null,
        provedAt: null,
      }),
    },
  },
  SocialLinkAdded: {
    version: 1,
    schema: z.object({
      userId,
      socialId: z.string(),
      platform: z.enum(socialPlatformCodes),
      username: z.string(),
    }),
    personal: { subject: 'userId', fields: ['username'] },
  },
  SocialLinkRemoved: { version: 1, schema: z.object({ userId, socialId: z.string() }) },
  /** The page or domain of a link names the profile; recorded again at each weekly check. */
  LinkBackSeen: { version: 1, schema: z.object({ userId, socialId: z.string(), by: z.enum(linkBackWays) }) },
  LinkBackLost: { version: 1, schema: z.object({ userId, socialId: z.string() }) },
  /** The name of a proved address, which leads to it; recorded again at each weekly check. */
  EnsNameSeen: {
    version: 1,
    schema: z.object({ userId, walletId: z.string(), name: z.string() }),
    personal: { subject: 'userId', fields: ['name'] },
  },
  EnsNameLost: { version: 1, schema: z.object({ userId, walletId: z.string() }) },
  SocialLinkRestored: {
    version: 1,
    schema: z.object({
      userId,
      socialId: z.string(),
      platform: z.enum(socialPlatformCodes),
      username: z.string(),
    }),
    personal: { subject: 'userId', fields: ['username'] },
  },
} as const;
