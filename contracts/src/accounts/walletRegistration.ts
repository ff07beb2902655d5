import * as v from 'valibot';
import { addWalletBodySchema } from '../profiles/commands.ts';
import { proveWalletBodySchema } from '../walletProofs/commands.ts';
import { agreedTermsSchema, newcomerEntries, usernameSchema } from './commands.ts';

/** `POST /api/register/wallet/options`. */
export const walletRegistrationOptionsBodySchema = v.intersect([
  v.object({ username: usernameSchema }),
  addWalletBodySchema,
]);
export type WalletRegistrationOptionsBody = v.InferOutput<typeof walletRegistrationOptionsBodySchema>;

/** `POST /api/register/wallet`, with the nonce of the signed statement. */
export const registerByWalletBodySchema = v.object({
  ...newcomerEntries,
  ...proveWalletBodySchema.entries,
  terms: agreedTermsSchema,
});
export type RegisterByWalletBody = v.InferOutput<typeof registerByWalletBodySchema>;
