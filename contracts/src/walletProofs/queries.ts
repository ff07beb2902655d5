import * as v from 'valibot';
import { proofSchemes } from './schemes.ts';

/** `POST /api/user/wallets/{id}/challenge`: the statement to sign, and the nonce for sending the signature. */
export const walletChallengeSchema = v.object({
  nonce: v.string(),
  statement: v.string(),
  expiresAt: v.string(),
});
export type WalletChallenge = v.InferOutput<typeof walletChallengeSchema>;

/** Anyone can check it: `verifyProof` checks the signature, `readStatement` the statement. */
export const walletProofSchema = v.object({
  statement: v.string(),
  signature: v.string(),
  /** As checked by the site. Contracts (`isContractScheme`) were asked at that time. */
  scheme: v.picklist(proofSchemes),
  provedAt: v.string(),
});
export type WalletProof = v.InferOutput<typeof walletProofSchema>;
