import * as v from 'valibot';
import { addWalletBodySchema } from '../profiles/commands.ts';
import { validationTexts } from '../shared/validationTexts.ts';
import { proveWalletBodySchema } from '../walletProofs/commands.ts';

const say = validationTexts;

/** Body of `POST /api/login/wallet/options`: the address that is to sign in. */
export const walletSignInOptionsBodySchema = addWalletBodySchema;

/** What a wallet is to sign to sign in or to prove that it is the member, and until when: EIP-4361, or "Sign In With Solana". */
export const walletSignInRequestSchema = v.object({ message: v.string(), expiresAt: v.string() });
export type WalletSignInRequest = v.InferOutput<typeof walletSignInRequestSchema>;

/** What a wallet signed, and by what. Body of `POST /api/login/wallet`. */
export const walletAnswerSchema = v.object({
  /** To the letter as it was signed. */
  message: v.pipe(
    v.string(say.invalidValue),
    v.minLength(1, say.invalidValue),
    v.maxLength(4_096, say.tooLong),
  ),
  /** As the wallet wrote it; see `verifyProof`. */
  signature: proveWalletBodySchema.entries.signature,
});
export type WalletAnswer = v.InferOutput<typeof walletAnswerSchema>;

/** Body of `POST /api/user/sign-in-methods/wallets` and `POST /api/user/fresh-proof/wallet/options`: an address of one's own list. */
export const ownWalletBodySchema = v.object({
  walletId: v.pipe(
    v.string(say.invalidValue),
    v.minLength(1, say.invalidValue),
    v.maxLength(64, say.tooLong),
  ),
});
