import * as v from 'valibot';
import { userTypes } from '../accounts/userTypes.ts';
import { limits } from '../shared/limits.ts';
import { flagParamSchema, pageParamSchema, pageSizeSchema } from '../shared/scalars.ts';
import { texts } from '../shared/texts.ts';
import { socialPlatformCodes } from './platforms.ts';

/** A wallet as listed; `addedAt` tells since when the address stands there. */
export const walletSchema = v.object({
  id: v.string(),
  network: v.string(),
  address: v.string(),
  addedAt: v.string(),
});
/** See `walletSchema`. */
export type Wallet = v.InferOutput<typeof walletSchema>;

/** A social link as listed. */
export const socialLinkSchema = v.object({
  id: v.string(),
  platform: v.picklist(socialPlatformCodes),
  username: v.string(),
});
/** See `socialLinkSchema`. */
export type SocialLink = v.InferOutput<typeof socialLinkSchema>;

/** `GET /api/profile/{username}` (spec §3 "Profile response"). */
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
});
/** See `profileSchema`. */
export type Profile = v.InferOutput<typeof profileSchema>;

/** A card of the directory; `networks` lists each network of the member's wallets once, in the order they were added. */
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
});
/** See `directoryCardSchema`. */
export type DirectoryCard = v.InferOutput<typeof directoryCardSchema>;

/** Where in a list a page is. */
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
/** See `directorySchema`. */
export type Directory = v.InferOutput<typeof directorySchema>;

/** A member of `GET /api/featured-users`: the latest verified, newest first (spec §3 "Featured items"). */
export const featuredUserSchema = v.object({
  id: v.number(),
  username: v.string(),
  fullName: v.string(),
  avatarUrl: v.nullable(v.string()),
  backgroundUrl: v.nullable(v.string()),
});
/** See `featuredUserSchema`. */
export type FeaturedUser = v.InferOutput<typeof featuredUserSchema>;

/** Sort orders of user lists (spec §9). */
export const userSorts = ['newest', 'oldest', 'username'] as const;

/** Query of `GET /api/directory` (spec §3 "User search/filter shape"). */
export const directoryQuerySchema = v.object({
  query: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100, texts.validation.tooLong)), ''),
  isAuthorized: v.optional(flagParamSchema),
  userType: v.optional(v.picklist(userTypes, texts.validation.unknownUserType)),
  page: v.optional(pageParamSchema, '1'),
  limit: pageSizeSchema(limits.directoryPageSize, limits.directoryPageSizeMax),
  sort: v.optional(v.picklist(userSorts, texts.validation.invalidValue), 'username'),
});
/** See `directoryQuerySchema`. */
export type DirectoryQuery = v.InferOutput<typeof directoryQuerySchema>;
