import { z } from 'zod';
import { socialPlatformCodes } from '../profiles/platforms.ts';

const userId = z.int().positive();

/** Events of a `user-{id}` stream that change what the public profile shows. */
export const profileEvents = {
  ProfileEdited: {
    version: 1,
    schema: z.object({ userId, fullName: z.string(), bio: z.string(), telegramHandle: z.string() }),
    personal: { subject: 'userId', fields: ['fullName', 'bio', 'telegramHandle'] },
  },
  WalletAdded: {
    version: 1,
    schema: z.object({ userId, walletId: z.string(), network: z.string(), address: z.string() }),
    personal: { subject: 'userId', fields: ['address'] },
  },
  WalletRemoved: { version: 1, schema: z.object({ userId, walletId: z.string() }) },
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
} as const;
