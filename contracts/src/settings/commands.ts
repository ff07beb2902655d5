import * as v from 'valibot';
import { isValidAddress } from '../profiles/addresses.ts';
import { limits } from '../shared/limits.ts';
import { parseUrl } from '../shared/urls.ts';
import { validationTexts as validation } from '../shared/validationTexts.ts';

const isWebLink = (link: string): boolean => /^https?:$/.test(parseUrl(link)?.protocol ?? '');

/** `PATCH /api/admin/settings`; missing settings are unchanged. */
export const changeSettingsBodySchema = v.object({
  tokenAddress: v.optional(
    v.pipe(
      v.string(validation.walletAddressInvalid),
      v.trim(),
      v.check((address) => isValidAddress('BSC', address), validation.walletAddressInvalid),
    ),
  ),
  tokenSupply: v.optional(
    v.pipe(
      v.number(validation.tokensInvalid),
      v.integer(validation.tokensInvalid),
      v.minValue(0, validation.tokensInvalid),
      v.maxValue(limits.tokensMax, validation.tokensInvalid),
    ),
  ),
  groupLink: v.optional(
    v.pipe(
      v.string(validation.linkInvalid),
      v.trim(),
      v.maxLength(limits.linkMax, validation.tooLong),
      v.check(isWebLink, validation.linkInvalid),
    ),
  ),
  registrationOpen: v.optional(v.boolean(validation.invalidValue)),
});
export type ChangeSettingsBody = v.InferOutput<typeof changeSettingsBodySchema>;
