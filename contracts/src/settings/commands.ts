import * as v from 'valibot';
import { isValidAddress } from '../profiles/addresses.ts';
import { limits } from '../shared/limits.ts';
import { parseUrl } from '../shared/urls.ts';
import { validationTexts } from '../shared/validationTexts.ts';

const say = validationTexts;

const isWebLink = (link: string): boolean => /^https?:$/.test(parseUrl(link)?.protocol ?? '');

/** `PATCH /api/admin/settings`; missing settings are unchanged. */
export const changeSettingsBodySchema = v.object({
  tokenAddress: v.optional(
    v.pipe(
      v.string(say.walletAddressInvalid),
      v.trim(),
      v.check((address) => isValidAddress('BSC', address), say.walletAddressInvalid),
    ),
  ),
  tokenSupply: v.optional(
    v.pipe(
      v.number(say.tokensInvalid),
      v.integer(say.tokensInvalid),
      v.minValue(0, say.tokensInvalid),
      v.maxValue(limits.tokensMax, say.tokensInvalid),
    ),
  ),
  groupLink: v.optional(
    v.pipe(
      v.string(say.linkInvalid),
      v.trim(),
      v.maxLength(limits.linkMax, say.tooLong),
      v.check(isWebLink, say.linkInvalid),
    ),
  ),
  registrationOpen: v.optional(v.boolean(say.invalidValue)),
});
export type ChangeSettingsBody = v.InferOutput<typeof changeSettingsBodySchema>;
