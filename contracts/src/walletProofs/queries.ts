import * as v from 'valibot';
import { proofSchemes } from './schemes.ts';

/** `POST /api/user/wallets/{id}/challenge`: what to sign, until when, and the nonce by which the signature is then sent. */
export const walletChallengeSchema = v.object({
  nonce: v.string(),
  statement: v.string(),
  expiresAt: v.string(),
});
export type WalletChallenge = v.InferOutput<typeof walletChallengeSchema>;

/** By what an address is proved. Everybody can check it anew: `verifyProof` says whether the signature is the address's, `readStatement` what it says. */
export const walletProofSchema = v.object({
  statement: v.string(),
  signature: v.string(),
  /** That of the site's check. `eip-1271` asks the contract itself, as it was at that moment. */
  scheme: v.picklist(proofSchemes),
  provedAt: v.string(),
});
export type WalletProof = v.InferOutput<typeof walletProofSchema>;
