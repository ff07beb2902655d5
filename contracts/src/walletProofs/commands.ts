import * as v from 'valibot';
import { limits } from '../shared/limits.ts';
import { validationTexts } from '../shared/validationTexts.ts';
import { asWrittenSignature } from '../text/actions.ts';

const say = validationTexts;

/** `POST /api/user/wallets/{id}/proof`: a signed challenge. */
export const proveWalletBodySchema = v.object({
  nonce: v.pipe(
    v.string(say.nonceRequired),
    v.trim(),
    v.minLength(1, say.nonceRequired),
    v.maxLength(limits.nonceMax, say.tooLong),
  ),
  signature: v.pipe(
    v.string(say.signatureRequired),
    v.maxLength(limits.signatureMax, say.tooLong),
    asWrittenSignature(),
    v.minLength(1, say.signatureRequired),
    v.regex(/^[\x21-\x7e]+$/, say.invalidValue),
  ),
});
export type ProveWalletBody = v.InferOutput<typeof proveWalletBodySchema>;
