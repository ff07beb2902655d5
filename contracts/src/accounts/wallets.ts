import * as v from 'valibot';
import { addWalletBodySchema } from '../profiles/commands.ts';
import { validationTexts as validation } from '../shared/validationTexts.ts';
import { proveWalletBodySchema } from '../walletProofs/commands.ts';

/** `POST /api/login/wallet/options`. */
export const walletSignInOptionsBodySchema = addWalletBodySchema;

/** A text for a wallet to sign (EIP-4361, or "Sign In With Solana"), and its expiry. */
export const walletSignInRequestSchema = v.object({ message: v.string(), expiresAt: v.string() });
export type WalletSignInRequest = v.InferOutput<typeof walletSignInRequestSchema>;

/** A signed text. Body of `POST /api/login/wallet`. */
export const walletAnswerSchema = v.object({
  message: v.pipe(
    v.string(validation.invalidValue),
    v.minLength(1, validation.invalidValue),
    v.maxLength(4_096, validation.tooLong),
  ),
  signature: proveWalletBodySchema.entries.signature,
});
export type WalletAnswer = v.InferOutput<typeof walletAnswerSchema>;

/** A wallet of the member's list. */
export const ownWalletBodySchema = v.object({
  walletId: v.pipe(
    v.string(validation.invalidValue),
    v.minLength(1, validation.invalidValue),
    v.maxLength(64, validation.tooLong),
  ),
});
