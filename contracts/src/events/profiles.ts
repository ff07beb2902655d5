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
  /** Another avatar, by the hash of its bytes in the vault; null for none. */
  AvatarChanged: {
    version: 1,
    schema: z.object({ userId, mediaHash: z.string().nullable() }),
    personal: { subject: 'userId', fields: ['mediaHash'] },
  },
  /** Another background image; see `AvatarChanged`. */
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
  WalletRemoved: { version: 1, schema: z.object({ userId, walletId: z.string() }) },
  /** A wallet that was taken off stands in the list again as it stood there: same id, same place, since when it first did. */
  WalletRestored: {
    version: 1,
    schema: z.object({
      userId,
      walletId: z.string(),
      network: z.string(),
      address: z.string(),
      addedAt: z.iso.datetime(),
    }),
    personal: { subject: 'userId', fields: ['address'] },
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
  /** A link that was removed stands in the list again as it stood there. */
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
