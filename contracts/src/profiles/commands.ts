import * as v from 'valibot';
import { fullNameSchema, telegramHandleSchema } from '../accounts/commands.ts';
import { dataUrlSchema } from '../media/media.ts';
import { limits } from '../shared/limits.ts';
import { newIdSchema } from '../shared/scalars.ts';
import { validationTexts as validation } from '../shared/validationTexts.ts';
import { asManyLines, asOneLine } from '../text/actions.ts';
import { isValidAddress, normalizeAddress, plainAddress } from './addresses.ts';
import { socialPlatformCodes } from './platforms.ts';
import { socialLinkUrl } from './socialLinks.ts';

/** `PATCH /api/user/profile` (spec §5 "Profile edit"); missing fields are unchanged. */
export const editProfileBodySchema = v.object({
  fullName: v.optional(fullNameSchema(validation.profileFullNameTooShort)),
  bio: v.optional(
    v.pipe(
      v.string(validation.invalidValue),
      asManyLines(),
      v.maxLength(limits.bioMax, validation.bioTooLong),
    ),
  ),
  telegramHandle: v.optional(telegramHandleSchema.wrapped),
});
export type EditProfileBody = v.InferOutput<typeof editProfileBodySchema>;

/** For any network. */
export const walletAddressSchema = v.pipe(
  v.string(validation.walletAddressInvalid),
  v.trim(),
  v.minLength(limits.walletAddressMin, validation.walletAddressInvalid),
  v.maxLength(limits.walletAddressMax, validation.walletAddressInvalid),
  v.regex(/^[\x21-\x7e]+$/, validation.walletAddressInvalid),
);

/** Spec §5 "Wallet". */
export const addWalletBodySchema = v.pipe(
  v.object({
    id: newIdSchema,
    network: v.pipe(
      v.string(validation.networkRequired),
      v.trim(),
      v.toUpperCase(),
      v.regex(/^[A-Z0-9]{1,12}$/, validation.networkRequired),
    ),
    address: walletAddressSchema,
  }),
  v.forward(
    v.partialCheck(
      [['network'], ['address']],
      ({ network, address }) => isValidAddress(network, plainAddress(network, address)),
      validation.walletAddressInvalid,
    ),
    ['address'],
  ),
  v.transform(({ id, network, address }) => ({
    id,
    network,
    address: normalizeAddress(network, plainAddress(network, address)),
  })),
);
export type AddWalletBody = v.InferOutput<typeof addWalletBodySchema>;

/** Spec §5 "Social"; must lead to an http(s) address. */
export const addSocialLinkBodySchema = v.pipe(
  v.object({
    id: newIdSchema,
    platform: v.picklist(socialPlatformCodes, validation.platformRequired),
    username: v.pipe(
      v.string(validation.socialUsernameRequired),
      asOneLine(),
      v.minLength(1, validation.socialUsernameRequired),
      v.maxLength(limits.socialUsernameMax, validation.tooLong),
    ),
  }),
  v.forward(
    v.partialCheck(
      [['platform'], ['username']],
      ({ platform, username }) => socialLinkUrl(platform, username) !== null,
      validation.invalidValue,
    ),
    ['username'],
  ),
);
export type AddSocialLinkBody = v.InferOutput<typeof addSocialLinkBodySchema>;

const imageSchema = v.optional(v.nullable(dataUrlSchema(validation.imageBroken)));

/** Data URLs (spec §7), or null to remove an image. */
export const changeImagesBodySchema = v.pipe(
  v.object({ avatarUrl: imageSchema, backgroundUrl: imageSchema }),
  v.check(
    ({ avatarUrl, backgroundUrl }) => avatarUrl !== undefined || backgroundUrl !== undefined,
    validation.imageRequired,
  ),
);
export type ChangeImagesBody = v.InferOutput<typeof changeImagesBodySchema>;
