import * as v from 'valibot';
import { limits } from '../shared/limits.ts';
import { validationTexts as validation } from '../shared/validationTexts.ts';
import { asWrittenSignature } from '../text/actions.ts';

/** `POST /api/user/wallets/{id}/proof`: a signed challenge. */
export const proveWalletBodySchema = v.object({
  nonce: v.pipe(
    v.string(validation.nonceRequired),
    v.trim(),
    v.minLength(1, validation.nonceRequired),
    v.maxLength(limits.nonceMax, validation.tooLong),
  ),
  signature: v.pipe(
    v.string(validation.signatureRequired),
    v.maxLength(limits.signatureMax, validation.tooLong),
    asWrittenSignature(),
    v.minLength(1, validation.signatureRequired),
    v.regex(/^[\x21-\x7e]+$/, validation.invalidValue),
  ),
});
export type ProveWalletBody = v.InferOutput<typeof proveWalletBodySchema>;
