import { z } from 'zod';
import { socialPlatformCodes } from '../profiles/platforms.ts';
import { proofSchemes } from '../walletProofs/schemes.ts';

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
  /** With a cause if the actor is another member, who has proved that the address is theirs. */
  WalletRemoved: {
    version: 1,
    schema: z.object({ userId, walletId: z.string(), cause: z.literal('proved_by_another').optional() }),
  },
  /** The member proved a wallet that stands in their list to be theirs: its key, or its contract, signed the statement. */
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
  /**
   * A wallet that was taken off stands in the list again as it stood there: same id, same place, since when it first did,
   * with the proof that it had. The last four are all null where it had none.
   */
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
      /** At the time of version 1 no wallet was proved. */
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
