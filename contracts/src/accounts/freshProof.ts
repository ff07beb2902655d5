import * as v from 'valibot';
import { limits } from '../shared/limits.ts';
import { validationTexts } from '../shared/validationTexts.ts';
import { passkeyAnswerSchema } from './passkeys.ts';
import { walletAnswerSchema } from './wallets.ts';

const say = validationTexts;

const passwordSchema = v.pipe(
  v.string(say.passwordRequired),
  v.minLength(1, say.passwordRequired),
  v.maxLength(limits.passwordMax, say.tooLong),
);

export const freshProofBodySchema = v.union(
  [v.object({ credential: passkeyAnswerSchema }), walletAnswerSchema, v.object({ password: passwordSchema })],
  say.invalidValue,
);
export type FreshProofBody = v.InferOutput<typeof freshProofBodySchema>;
