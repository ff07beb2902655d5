import * as v from 'valibot';
import { limits } from '../shared/limits.ts';
import { validationTexts as validation } from '../shared/validationTexts.ts';
import { passkeyAnswerSchema } from './passkeys.ts';
import { walletAnswerSchema } from './wallets.ts';

const passwordSchema = v.pipe(
  v.string(validation.passwordRequired),
  v.minLength(1, validation.passwordRequired),
  v.maxLength(limits.passwordMax, validation.tooLong),
);

export const freshProofBodySchema = v.union(
  [v.object({ credential: passkeyAnswerSchema }), walletAnswerSchema, v.object({ password: passwordSchema })],
  validation.invalidValue,
);
export type FreshProofBody = v.InferOutput<typeof freshProofBodySchema>;
