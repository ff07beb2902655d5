import * as v from 'valibot';
import { userTypes } from '../accounts/userTypes.ts';
import { walletProofSchema } from '../walletProofs/queries.ts';
import { ensNameSchema } from './ensName.ts';
import { linkBackSchema, linkCheckResults } from './linksBack.ts';
import { socialPlatformCodes } from './platforms.ts';

const listedEntries = { id: v.string(), network: v.string(), address: v.string(), addedAt: v.string() };

/** Stored answers of earlier releases lack the proof and the name. */
export const walletSchema = v.object({
  ...listedEntries,
  proof: v.optional(v.nullable(walletProofSchema), null),
  /** Only of proved addresses. */
  ensName: v.optional(v.nullable(ensNameSchema), null),
});
export type Wallet = v.InferOutput<typeof walletSchema>;

/** `cause` is null if the member or an administrator removed it. */
export const formerWalletSchema = v.object({
  ...listedEntries,
  removedAt: v.string(),
  cause: v.optional(v.nullable(v.literal('proved_by_another')), null),
});
export type FormerWallet = v.InferOutput<typeof formerWalletSchema>;

/** Stored answers of earlier releases lack `linksBack`. */
export const socialLinkSchema = v.object({
  id: v.string(),
  platform: v.picklist(socialPlatformCodes),
  username: v.string(),
  linksBack: v.optional(v.nullable(linkBackSchema), null),
});
export type SocialLink = v.InferOutput<typeof socialLinkSchema>;

/** `POST /api/user/socials/{id}/check`: the link after the check. */
export const checkedLinkSchema = v.object({ result: v.picklist(linkCheckResults), link: socialLinkSchema });
export type CheckedSocialLink = v.InferOutput<typeof checkedLinkSchema>;

/**
 * Spec §3 "Profile response". `nameChangedAt` is the time of an unconfirmed change of a verified name. `formerWallets`
 * were removed in the last `limits.formerWalletDays` days, latest first. Stored answers of earlier releases lack some
 * fields.
 */
export const profileSchema = v.object({
  id: v.number(),
  username: v.string(),
  fullName: v.string(),
  bio: v.string(),
  avatarUrl: v.nullable(v.string()),
  backgroundUrl: v.nullable(v.string()),
  userType: v.picklist(userTypes),
  isAuthorized: v.boolean(),
  pmcwTokens: v.number(),
  createdAt: v.string(),
  socials: v.array(socialLinkSchema),
  wallets: v.array(walletSchema),
  verifiedAt: v.optional(v.nullable(v.string()), null),
  nameChangedAt: v.optional(v.nullable(v.string()), null),
  formerWallets: v.optional(v.array(formerWalletSchema), []),
});
export type Profile = v.InferOutput<typeof profileSchema>;

/** `networks` are distinct, in order of addition. Stored answers of earlier releases lack `hasProof`. */
export const directoryCardSchema = v.object({
  id: v.number(),
  username: v.string(),
  fullName: v.string(),
  bio: v.string(),
  avatarUrl: v.nullable(v.string()),
  userType: v.picklist(userTypes),
  isAuthorized: v.boolean(),
  pmcwTokens: v.number(),
  networks: v.array(v.string()),
  hasProof: v.optional(v.boolean(), false),
});
export type DirectoryCard = v.InferOutput<typeof directoryCardSchema>;

export const paginationSchema = v.object({
  page: v.number(),
  limit: v.number(),
  total: v.number(),
  totalPages: v.number(),
});

/** `GET /api/directory` (spec §3 "Directory response"). */
export const directorySchema = v.object({
  users: v.array(directoryCardSchema),
  pagination: paginationSchema,
});
export type Directory = v.InferOutput<typeof directorySchema>;

/** Newest first (spec §3 "Featured items"). */
export const featuredUserSchema = v.object({
  id: v.number(),
  username: v.string(),
  fullName: v.string(),
  avatarUrl: v.nullable(v.string()),
  backgroundUrl: v.nullable(v.string()),
});
export type FeaturedUser = v.InferOutput<typeof featuredUserSchema>;
